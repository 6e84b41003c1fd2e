import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { chromiumCommand, windowOfProcess } from "@beans-picker/fixture";
import { z } from "zod";
import { desktopEnv } from "./desktop.js";
import { eventually } from "./scripted.js";
import type { Shifting } from "./shifting.js";

const page = join(dirname(fileURLToPath(import.meta.url)), "../../testing/shifting.html");

const report = z.object({ presses: z.array(z.int().nonnegative()), done: z.int().nullable() });
const port = z.object({ port: z.int() });

/** `testing/shifting.html` in Chromium. */
export async function startShiftingPage(): Promise<Shifting> {
  const directory = await mkdtemp(join(tmpdir(), "bps-"));
  const done = new Set<number>();
  let presses: readonly number[] = [];
  let listener: ServerResponse | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      switch (request.url) {
        case "/commands":
          response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
          listener = response;
          return;
        case "/report": {
          const last = report.parse(JSON.parse(await text(request)));
          presses = last.presses;
          if (last.done !== null) done.add(last.done);
          response.writeHead(204).end();
          return;
        }
        case "/":
          response.writeHead(200, { "content-type": "text/html" }).end(await readFile(page));
          return;
        default:
          response.writeHead(404).end();
      }
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${String(port.parse(server.address()).port)}/`;
  const env = { ...desktopEnv(), ACCESSIBILITY_ENABLED: "1" };
  const [program, ...args] = chromiumCommand(address, directory);
  const child = spawn(program, args, { env, stdio: "ignore", detached: true });
  const exited = once(child, "exit");
  const { pid } = child;
  if (pid === undefined) throw new Error("the browser did not start");
  const windowId = await windowOfProcess(pid, env);
  await eventually("the page", () => listener !== undefined, 30_000);
  let number = 0;
  return {
    pid,
    presses: () => presses,
    window: () => ({ pid, windowId }),
    async run(...[name, ...args]) {
      number += 1;
      const own = number;
      listener?.write(`data: ${JSON.stringify([own, name, args])}\n\n`);
      await eventually(`the end of ${name}`, () => done.has(own), 30_000);
    },
    async pressed(wanted) {
      await eventually(`the presses ${wanted.join(" ")}`, () => presses.join(" ") === wanted.join(" "));
    },
    async stop() {
      process.kill(-pid, "SIGKILL");
      await exited;
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
