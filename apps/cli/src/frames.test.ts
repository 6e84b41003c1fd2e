import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { startAlone } from "@beans-picker/ipc/alone";
import { mutateFrame, seededRandom } from "@beans-picker/ipc/fuzz";
import {
  desktopContract,
  rankerContract,
  verifierContract,
  watcherContract,
  type Contract,
} from "@beans-picker/protocol";
import { describe, expect, it } from "vitest";
import { Dealer } from "zeromq";
import { definedEnv, until } from "./testing/session.js";

const { resolve } = createRequire(import.meta.url);
const golden = join(dirname(resolve("@beans-picker/protocol/package.json")), "golden");

/** Golden frames of that role; a desktop process would carry out those that start or change something. */
function framesOf(role: string): Uint8Array[] {
  const harmless = (name: string): boolean => !/launch|clipboard|driver\.call|setFrame/.test(name);
  return readdirSync(golden)
    .filter((name) => name.startsWith(`${role}.request.`) && harmless(name))
    .map((name) => readFileSync(join(golden, name)));
}

function memoryOf(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) / 1024;
}

describe("ten thousand mutated frames", () => {
  it.each<[string, Contract]>([
    ["desktop", desktopContract],
    ["ranker", rankerContract],
    ["verifier", verifierContract],
    ["watcher", watcherContract],
  ])(
    "do no harm to the %s: it answers the next call and grows by less than 50 MB [process.frames]",
    async (role, contract) => {
      // The verifier needs an address of a desktop process; nobody has to be there.
      const peers = (dir: string): string[] => [
        "--peers",
        JSON.stringify({ desktop: { address: `ipc://${dir}/nobody`, eventsAddress: `ipc://${dir}/nobody.events` } }),
      ];
      const process = await startAlone(contract, resolve(`@beans-picker/${role}-process/main`), {
        env: definedEnv(),
        args: peers,
      });
      const dealer = new Dealer({ linger: 0 });
      dealer.connect(`ipc://${join(process.dir, "s")}`);
      let answers = 0;
      const drained = (async () => {
        for await (const parts of dealer) answers += parts.length;
      })().catch(() => undefined);
      const random = seededRandom(20_261_130);
      const frames = framesOf(role);
      const send = async (count: number): Promise<void> => {
        for (let sent = 1; sent <= count; sent += 1) {
          await dealer.send(mutateFrame(frames, random));
          if (sent % 200 === 0) await hello();
        }
      };
      const hello = async (): Promise<string> => {
        const version = { major: 1, minor: 0 };
        const greeting = await process.client.call("hello", { role, version, build: "test" }, { deadlineMs: 20_000 });
        return JSON.stringify(greeting);
      };
      await send(1_000);
      const before = memoryOf(process.pid);
      await send(10_000);
      expect(await hello()).toContain(`"role":"${role}"`);
      expect(memoryOf(process.pid) - before).toBeLessThan(50);
      // Proof that the frames arrived: many are well-formed and are answered.
      await until("answers", () => (answers > 300 ? true : undefined));
      dealer.close();
      await drained;
      expect(await process.end("stdin")).toEqual({ code: 0, socketLeft: false });
    },
  );
});
