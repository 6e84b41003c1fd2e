import { createToolRunner, fullIds, renderAnswer, tools } from "@beans-picker/gateway";
import { createLogger, logLevel } from "@beans-picker/ipc";
import { z } from "zod";
import { terminalAsker } from "./ask.js";
import { startChildrenWith } from "./children.js";

/** Statuses with which a command succeeded as far as can be known. */
const successes = new Set(["done", "unverified"]);

const answered = z.looseObject({ status: z.string() });

/** Runs one tool as an MCP client would and prints its answer. Returns the exit code: 0 for done or unverified, else 1. */
export async function runTool(
  name: string,
  args: Readonly<Record<string, unknown>>,
  { json }: { readonly json: boolean | undefined },
): Promise<number> {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  // The printed answer tells a failed call already.
  const log = createLogger("cli", logLevel({ BEANS_PICKER_LOG_LEVEL: "error", ...process.env }));
  const runner = createToolRunner({
    log,
    startChildren: startChildrenWith(log),
    rulesFile: process.env["BEANS_PICKER_DESTRUCTIVE_RULES"],
  });
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  try {
    const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
    const ask = terminalAsker(process.stdin, process.stderr);
    const { structured } = await runner.run(tool, given, {
      signal: stopping.signal,
      ids: fullIds,
      ask,
      lasting: false,
    });
    process.stdout.write(json ? `${JSON.stringify(structured)}\n` : renderAnswer(name, structured));
    return successes.has(answered.parse(structured).status) ? 0 : 1;
  } finally {
    await runner.close();
  }
}
