import { z } from "zod";

/** What the kernel tells of a process. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** When it began, in clock ticks since the machine was started. */
  readonly beganAt: number;
}

const whole = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const facts = z.object({ pid: whole, parent: whole, session: whole, beganAt: whole });

/**
 * Reads a line of /proc/PID/stat; null when it is none. A program chooses field 2 itself, with brackets and spaces as it likes;
 * of those behind it fields 4, 6 and 22 are taken. Source: proc(5).
 */
export function parseProcess(line: string): ProcessFacts | null {
  const rest = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return (
    facts.safeParse({ pid: /^\d+/.exec(line)?.[0], parent: rest[1], session: rest[3], beganAt: rest[19] }).data ?? null
  );
}
