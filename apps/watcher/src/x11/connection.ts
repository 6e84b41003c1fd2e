import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import x11, { type Reply, type XClient, type XDisplay } from "x11";
import type { DisplayAddress } from "./address.js";

export interface Property {
  readonly type: number;
  readonly format: number;
  readonly data: Buffer;
}

/** A connection to an X server. Every question rejects once the connection is lost. */
export interface Display {
  readonly root: number;
  /** The first `words` 32-bit words of a property of any type; null when the window or its property does not exist. */
  property(window: number, name: string, words: number): Promise<Property | null>;
  exists(window: number): Promise<boolean>;
  /** The process that the server knows to have made the window; null when the server cannot tell. */
  clientPid(window: number): Promise<number | null>;
  /** Calls `listener` whenever the root window's property is written. */
  onRootProperty(name: string, listener: () => void): Promise<void>;
  /** Resolves when the server hung up or `close` was called. */
  readonly lost: Promise<void>;
  close(): void;
}

const anyType = 0;
/** Some predefined atom (WM_NAME); whether the window has it does not matter. */
const anyProperty = 39;

/** Connects; rejects when the server refuses, hangs up or does not answer before `signal` aborts. */
export async function openDisplay(
  address: DisplayAddress,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Display> {
  await readableAuthority(env, signal);
  const socket = connect(address.connect);
  const lost = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  // "end" without "close" leaves a half-open socket; an X connection is of no use then.
  socket.once("end", () => socket.destroy());
  const abort = (): void => void socket.destroy();
  signal.addEventListener("abort", abort, { once: true });
  try {
    const display = await new Promise<XDisplay>((resolve, reject) => {
      const ready = (error: Error | null | undefined, opened?: XDisplay): void =>
        opened === undefined ? reject(error ?? new Error("the X server did not describe itself")) : resolve(opened);
      const options = { display: address.name, stream: socket, auth: undefined, disableBigRequests: true } as const;
      const client = x11.createClient(options, ready);
      // Also what keeps an error that arrives later, about a request nobody waits for, from ending the process.
      client.on("error", (error) => reject(error));
      void lost.then(() => reject(new Error("the X server hung up")));
    });
    const screen = display.screen[address.screen];
    if (screen === undefined) throw new Error("the X server has no screen of that number");
    return usable(display.client, screen.root, lost, () => socket.destroy());
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function usable(client: XClient, root: number, lost: Promise<void>, end: () => void): Display {
  // The shared table would give this server's questions the numbers of another server, or of this one before it restarted.
  client.atoms = {};
  const waiting = new Set<(error: Error) => void>();
  let open = true;
  void lost.then(() => {
    open = false;
    for (const reject of waiting) reject(new Error("the connection to the X server was lost"));
  });

  /** Sends a request. A request that the server refuses (most often about a window that is gone) gives null. */
  function ask<T>(send: (reply: Reply<T>) => void): Promise<T | null> {
    return new Promise((resolve, reject) => {
      if (!open) {
        reject(new Error("the connection to the X server was lost"));
        return;
      }
      waiting.add(reject);
      send((error, value) => {
        waiting.delete(reject);
        resolve(error ? null : (value ?? null));
        return true;
      });
    });
  }

  const atoms = new Map<string, Promise<number | null>>();
  function atom(name: string): Promise<number | null> {
    const known = atoms.get(name) ?? ask<number>((reply) => client.InternAtom(false, name, reply));
    atoms.set(name, known);
    return known;
  }

  const resources = new Promise<Parameters<Parameters<XClient["require"]>[1]>[1]>((resolve) => {
    client.require("res", (error, extension) => resolve(error ? undefined : extension));
    void lost.then(() => resolve(undefined));
  });

  return {
    root,
    lost,
    close: end,
    async property(window, name, words) {
      const id = await atom(name);
      if (id === null) return null;
      const answer = await ask<Property>((reply) => client.GetProperty(0, window, id, anyType, 0, words, reply));
      return answer === null || answer.format === 0 ? null : answer;
    },
    async exists(window) {
      const answer = await ask<Property>((reply) => client.GetProperty(0, window, anyProperty, anyType, 0, 0, reply));
      return answer !== null;
    },
    async clientPid(window) {
      const extension = await resources;
      if (extension === undefined) return null;
      const mask = extension.ClientIdMask.LocalClientPID;
      const ids = await ask((reply: Reply<readonly { value: readonly number[] }[]>) =>
        extension.QueryClientIds([{ client: window, mask }], reply),
      );
      return ids?.[0]?.value[0] ?? null;
    },
    async onRootProperty(name, listener) {
      const id = await atom(name);
      client.on("event", (event) => {
        if (event.name === "PropertyNotify" && event.wid === root && event.atom === id) listener();
      });
      client.ChangeWindowAttributes(root, { eventMask: x11.eventMask.PropertyChange });
    },
  };
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
