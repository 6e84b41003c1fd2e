import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const script = fileURLToPath(new URL("../../testing/front_script.py", import.meta.url));

export type Step = readonly ["activate" | "map" | "unmap" | "kill", number, number];

const recorded = z.object({
  windows: z.array(z.number()),
  record: z.array(z.object({ window: z.number(), at: z.number() })),
});
export type Recorded = z.infer<typeof recorded>;

/** Windows that change the front by themselves and record it, in a process of their own. */
export interface FrontScript {
  /** Carries out the steps; resolves with what really happened. */
  run(): Promise<Recorded>;
  stop(): void;
}

/** Opens the windows of the steps and waits until the first three are shown. */
export async function frontScript(steps: readonly Step[]): Promise<FrontScript> {
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  const gate = join(folder, "go");
  writeFileSync(gate, "");
  const child = spawn("/usr/bin/python3", [script, gate], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(steps));
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout })
    .on("line", (line) => (waiting.shift() ?? ((one) => lines.push(one)))(line))
    .on("close", () => waiting.shift()?.("{}"));
  const next = (): Promise<string> => {
    const line = lines.shift();
    return line === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(line);
  };
  if ((await next()) !== "ready") throw new Error("the windows of the script did not open");
  return {
    async run() {
      writeFileSync(gate, "go");
      return recorded.parse(JSON.parse(await next()));
    },
    stop() {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
