import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import x11, { type XDisplay } from "x11";
import type { DisplayAddress } from "./address.js";
import { type Display, displayOf } from "./display.js";
import { replaceReader } from "./setup.js";
import { wireOf } from "./wire.js";

/** Connects; rejects when the server refuses, hangs up or does not answer before `signal` aborts. */
export async function openDisplay(
  address: DisplayAddress,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Display> {
  replaceReader();
  await readableAuthority(env, signal);
  const socket = connect(address.connect);
  const lost = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  // "end" without "close" leaves a half-open socket; an X connection is of no use then.
  socket.once("end", () => socket.destroy());
  const abort = (): void => void socket.destroy();
  signal.addEventListener("abort", abort, { once: true });
  try {
    const opened = await new Promise<XDisplay>((resolve, reject) => {
      const ready = (error: Error | null | undefined, display?: XDisplay): void =>
        display === undefined ? reject(error ?? new Error("the X server did not describe itself")) : resolve(display);
      const client = x11.createClient(
        {
          display: address.name,
          stream: socket,
          auth: undefined,
          disableBigRequests: true,
          bufferRequests: { flushOnReply: false },
        },
        ready,
      );
      // Also what keeps an error that arrives later, about a request nobody waits for, from ending the process.
      client.on("error", (error) => reject(error));
      void lost.then(() => reject(new Error("the X server hung up")));
    });
    const screen = opened.screen[address.screen];
    if (screen === undefined) throw new Error("the X server has no screen of that number");
    return displayOf(wireOf(opened.client, lost), opened, screen, lost, () => socket.destroy());
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** The X11 client reads the same file and lets the whole process die of it when it is there but cannot be read. */
async function readableAuthority(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const file = env["XAUTHORITY"] || join(homedir(), ".Xauthority");
  try {
    await readFile(file, { signal });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
    throw new Error("the Xauthority file cannot be read", { cause: error });
  }
}
