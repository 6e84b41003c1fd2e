/** One line a step: what was done, how it ended, how long the tool took. */
export function printStep(step: number, name: string, status: string, ms: number, note: string): void {
  process.stdout.write(
    `${String(step).padStart(2)}  ${name.padEnd(38)} ${status.padEnd(11)} ${String(Math.round(ms)).padStart(5)} ms  ${note}\n`,
  );
}

export function printFact(text: string): void {
  process.stdout.write(`    ${text}\n`);
}

export interface DemoOutcome {
  readonly demo: "ok" | "failed";
  readonly steps: number;
  readonly ms: number;
  readonly frontChanged: boolean;
  readonly why?: string;
}

/** The last line is for programs. */
export function printOutcome(outcome: DemoOutcome): void {
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
