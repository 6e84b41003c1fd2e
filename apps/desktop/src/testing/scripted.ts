import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLogger } from "@beans-picker/ipc";
import { z } from "zod";
import { CuaBackend } from "../backends/cua/backend.js";
import { openMcpTransport } from "../backends/cua/transport-mcp.js";
import type { OpenTransport } from "../backends/cua/transport.js";
import { startBudget, type CallBudget } from "../budget.js";

/** What the stand-in answers to one call; see the header of `testing/scripted-driver.mjs`. */
export type ScriptedReply =
  | { structured?: unknown; text?: string; isError?: boolean; images?: string[] }
  | { hang: true }
  | { die: true }
  | { endSession: true }
  | null;

export interface Script {
  windows?: unknown[];
  state?: Record<string, unknown>;
  replies?: Record<string, ScriptedReply[]>;
  without?: string[];
}

const call = z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()), pid: z.int() });
const start = z.object({ pid: z.int(), env: z.array(z.string()) });

export const scriptedDriver = join(
  dirname(fileURLToPath(import.meta.url)),
  "../".repeat(import.meta.url.includes("/dist/") ? 3 : 2),
  "testing/scripted-driver.mjs",
);

/** One stand-in driver with its script and its log of calls, in a directory of its own. */
export class ScriptedDriver {
  private constructor(readonly directory: string) {}

  static async create(script: Script): Promise<ScriptedDriver> {
    const driver = new ScriptedDriver(await mkdtemp(join(tmpdir(), "scripted-driver-")));
    await driver.script(script);
    return driver;
  }

  /** From the next call on. */
  async script(script: Script): Promise<void> {
    await writeFile(join(this.directory, "script.json"), JSON.stringify(script));
  }

  get env(): NodeJS.ProcessEnv {
    return { ...process.env, SCRIPTED_DRIVER_DIR: this.directory };
  }

  readonly open: OpenTransport = (options) =>
    openMcpTransport({ command: scriptedDriver, args: ["mcp"] }, this.env, options);

  backend(platform: "linux" | "macos", timeoutMs = 5_000): CuaBackend {
    return new CuaBackend({ platform, open: this.open, timeoutMs, log: createLogger("test", "silent") });
  }

  /** Every call that reached the driver, in order, without the ones that prepare a connection. */
  async calls(tool?: string): Promise<z.infer<typeof call>[]> {
    const lines = await this.#lines("calls.jsonl");
    const preparing = ["check_permissions", "set_agent_cursor_enabled"];
    const calls = lines.map((line) => call.parse(JSON.parse(line)));
    return calls.filter((one) => (tool === undefined ? !preparing.includes(one.tool) : one.tool === tool));
  }

  async starts(): Promise<z.infer<typeof start>[]> {
    return (await this.#lines("starts")).map((line) => start.parse(JSON.parse(line)));
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  async #lines(file: string): Promise<string[]> {
    const text = await readFile(join(this.directory, file), "utf8").catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  }
}

/** A budget for a test that is not about time. */
export function ample(ms = 20_000): CallBudget {
  return startBudget(new AbortController().signal, ms);
}

/** Resolves when `test` holds; fails after `deadlineMs`. */
export async function eventually(
  what: string,
  test: () => Promise<boolean> | boolean,
  deadlineMs = 5_000,
): Promise<void> {
  const until = performance.now() + deadlineMs;
  while (!(await test())) {
    if (performance.now() > until) throw new Error(`not seen within ${String(deadlineMs)} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** The code a promise is rejected with; fails when it is not rejected with one. */
export async function rejection(
  work: Promise<unknown>,
): Promise<{ code: string; delivery?: unknown; message: string }> {
  const facts = z.object({
    facts: z.object({ code: z.string(), delivery: z.unknown().optional(), message: z.string() }),
  });
  return await work.then(
    (value) => {
      throw new Error(`was not refused but answered ${JSON.stringify(value).slice(0, 200)}`);
    },
    (error: unknown) => facts.parse(error).facts,
  );
}
