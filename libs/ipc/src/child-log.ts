import { z } from "zod";
import type { Logger } from "./log.js";

/** Longest line kept while it is put together, and longest line of plain text that is logged, in characters. */
const longestLine = 65_536;
const longestPlainText = 300;

/** Puts chunks together into lines. What exceeds the limit of one line is dropped. */
export function lineSplitter(onLine: (line: string) => void): { push(chunk: string): void; end(): void } {
  let rest = "";
  const flush = (): void => {
    if (rest.trim() !== "") onLine(rest);
    rest = "";
  };
  return {
    push(chunk) {
      const [first = "", ...more] = chunk.split("\n");
      rest = (rest + first).slice(0, longestLine);
      for (const line of more) {
        flush();
        rest = line.slice(0, longestLine);
      }
    },
    end: flush,
  };
}

/** Fields that our own log writes itself. */
const ownFields: ReadonlySet<string> = new Set(["time", "pid", "hostname", "name", "v"]);

const pinoLine = z.looseObject({ level: z.number(), msg: z.string().optional() });

/** Writes a line of a child's standard error to our log: its own log lines at their level, anything else cut, as a warning. */
export function relogLine(log: Logger, line: string): void {
  const parsed = pinoLine.safeParse(jsonOf(line));
  if (!parsed.success) {
    log.warn({ stderr: line.slice(0, longestPlainText) }, "a child process wrote to its standard error");
    return;
  }
  const { level, msg = "", ...fields } = parsed.data;
  const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => !ownFields.has(key)));
  if (level >= 60) log.fatal(rest, msg);
  else if (level >= 50) log.error(rest, msg);
  else if (level >= 40) log.warn(rest, msg);
  else if (level >= 30) log.info(rest, msg);
  else if (level >= 20) log.debug(rest, msg);
  else log.trace(rest, msg);
}

function jsonOf(line: string): unknown {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
