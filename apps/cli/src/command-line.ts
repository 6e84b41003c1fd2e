import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { runInSandbox, SandboxError } from "@beans-picker/sandbox";
import type { RankArguments } from "./rank-command.js";
import { runDoctor } from "./doctor/doctor.js";
import { runTool } from "./tool-command.js";
import { version } from "./version.js";
import { milliseconds } from "./watch/duration.js";

/** Exit codes: 0 it worked, 1 it did not, 2 the command line was wrong. */
const usageError = 2;

/** Runs one command and returns its exit code. Never throws for a wrong command line. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = createProgram((code) => (exitCode = code));
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : usageError;
  }
}

function createProgram(done: (exitCode: number) => void): Command {
  const program = new Command("beans-picker")
    .description(
      "Pick the right control in a native desktop app, act on it in the background, and know whether it worked.\nWithout a command: serve MCP over standard input and output.",
    )
    .version(version, "-V, --version")
    .exitOverride()
    .enablePositionalOptions()
    .showHelpAfterError()
    .configureOutput({ outputError: (text, write) => write(text) });

  program.command("mcp").description("serve MCP over standard input and output (the default)");

  tool(program, "windows", "list windows")
    .option("--app <name>", "app name, any case")
    .option("--pid <number>", "process id", integer)
    .option("--on-screen-only", "only windows on the current desktop")
    .action(async ({ json, ...args }: { json?: boolean }) => done(await runTool("windows", args, { json })));

  windowed(tool(program, "observe", "list what can be done on a window"))
    .argument("[instruction]", "rank by how well each candidate fits this")
    .option("--query <words>", "only candidates that hold these words")
    .option("--role <name>", "only those of this role or kind, such as button, row, menu or key")
    .option("--offset <number>", "list on from here", integer)
    .option("--limit <number>", "candidates to list", integer)
    .action(async (instruction: string | undefined, { json, ...args }: { json?: boolean }) =>
      done(await runTool("observe", { ...args, instruction }, { json })),
    );

  windowed(tool(program, "act", "do one action, or several, and verify each"))
    .argument("<instruction>", "what to do, in a few words")
    .option("--text <text>", "text to enter, exactly as given, or the option to choose")
    .option("--candidate-id <id>", "the candidate to act on, from observe")
    .option("--drag-to <json>", 'drag the control there, such as {"dx":40,"dy":0} or {"candidateId":"…"}', jsonObject)
    .option("--expect <json>", 'what must be true afterwards, such as {"text":"Saved"}', jsonObject)
    .option("--allow-destructive", "go ahead although it may not be undoable; on a terminal you are asked without it")
    .option("--modifiers <keys>", "keys held during a click, such as shift,cmd", (text) => text.split(","))
    .option("--then <json>", "further steps as a JSON array", jsonArray)
    .action(async (instruction: string, { json, ...args }: { json?: boolean }) =>
      done(await runTool("act", { ...args, instruction }, { json })),
    );

  windowed(tool(program, "extract", "read a value, text or rows"))
    .argument("<instruction>", "what to read, in a few words")
    .action(async (instruction: string, { json, ...args }: { json?: boolean }) =>
      done(await runTool("extract", { ...args, instruction }, { json })),
    );

  tool(program, "screenshot", "save a picture of a window or the screen")
    .requiredOption("--out <file>", "absolute path of a new PNG file")
    .addOption(new Option("--scope <scope>", "what to capture").choices(["window", "screen"]))
    .option("--region <json>", 'part of the screen, such as {"x":0,"y":0,"width":640,"height":480}', jsonObject)
    .option("--pid <number>", "process id", integer)
    .option("--window-id <number>", "window id", integer)
    .action(async ({ json, ...args }: { json?: boolean }) =>
      done(await runTool("screenshot", { ...args, includeImage: false }, { json })),
    );

  tool(program, "launch", "start an app in the background")
    .argument("<name>", "app name")
    .argument("[urls...]", "http(s) URLs or folders to open")
    .option("--new-instance", "start another one although it runs")
    .action(async (name: string, urls: string[], { json, ...args }: { json?: boolean }) =>
      done(await runTool("launch_app", { ...args, name, ...(urls.length > 0 && { urls }) }, { json })),
    );

  tool(program, "doctor", "say what is there, what is missing and how to mend it").action(
    async ({ json }: { json?: boolean }) => done(await runDoctor(json === true)),
  );

  tool(program, "watch", "tell who takes the front, alone or while a command runs: beans-picker watch -- COMMAND")
    .option("--app <name>", "only steals of this app count: exact name, any case")
    .option("--for <time>", "how long, such as 30s, 500ms or 5m; without it until the command ends or Ctrl-C", timeSpan)
    .option("--report <file>", "write a report with a timeline as HTML")
    .option("--alone", "do not join the watcher of a server that runs")
    .argument("[command]", "program to run")
    .argument("[args...]", "its arguments")
    .passThroughOptions()
    .addHelpText("after", "\nExit code 3 when an app stole the front, else that of the command.")
    .action(async (command: string | undefined, args: string[], options: WatchOptions) =>
      done(await watch(command, args, options)),
    );

  program
    .command("rank")
    .description("replay labelled data through a ranker: accuracy, calibration, limits, and a report to read")
    .requiredOption("--data <dir>", "labelled windows, recorded candidate lists, or the records of an earlier run")
    .addOption(new Option("--ranker <name>", "who ranks").choices(["local", "jev", "auto"]).default("local"))
    .option("--thresholds <file>", "a calibration file instead of the one that ships")
    .option("--replay <file>", "answers from the records of an earlier run, without network")
    .option("--out <dir>", "a new folder for records.jsonl and report.html")
    .option("--json", "print the figures in JSON, for programs")
    .action(async (args: RankArguments) => {
      const { runRank } = await import("./rank-command.js");
      done(await runRank(args));
    });

  tool(program, "egress", "show what was sent to Jev, by size and kind").action(
    async ({ json }: { json?: boolean }) => {
      const { runEgress } = await import("./egress-command.js");
      done(runEgress(json === true));
    },
  );

  program
    .command("sandbox")
    .description("run a command in a private headless desktop (Linux): beans-picker sandbox -- COMMAND")
    .argument("<command>", "program to run")
    .argument("[args...]", "its arguments")
    .passThroughOptions()
    .action(async (command: string, args: string[]) => done(await sandbox(command, args)));

  return program;
}

interface WatchOptions {
  readonly app?: string;
  readonly for?: number;
  readonly json?: boolean;
  readonly report?: string;
  readonly alone?: boolean;
}

async function watch(command: string | undefined, args: readonly string[], options: WatchOptions): Promise<number> {
  const { watchFrontOf } = await import("./watch/watch.js");
  return watchFrontOf({
    app: options.app ?? null,
    forMs: options.for ?? null,
    json: options.json === true,
    report: options.report ?? null,
    alone: options.alone === true,
    run: command === undefined ? null : [command, ...args],
  });
}

async function sandbox(command: string, args: readonly string[]): Promise<number> {
  try {
    return await runInSandbox(command, args);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    process.stderr.write(`beans-picker sandbox: ${error.message}\n`);
    return 1;
  }
}

function tool(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).option("--json", "answer in JSON, for programs");
}

function windowed(command: Command): Command {
  return command
    .option("--app <name>", "app name; started in the background if needed")
    .option("--pid <number>", "process id", integer)
    .option("--window-id <number>", "window id", integer);
}

function integer(text: string): number {
  if (!/^-?\d{1,16}$/.test(text)) throw new InvalidArgumentError("a whole number is needed.");
  return Number(text);
}

function timeSpan(text: string): number {
  const ms = milliseconds(text);
  if (ms === undefined) throw new InvalidArgumentError("a time such as 30s, 500ms, 5m or 1h is needed.");
  return ms;
}

function jsonArray(text: string): unknown[] {
  const value = parsed(text);
  if (Array.isArray(value)) return value;
  throw new InvalidArgumentError('a JSON array is needed, such as [{"instruction":"press Save"}].');
}

function jsonObject(text: string): object {
  const value = parsed(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new InvalidArgumentError("a JSON object is needed.");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
