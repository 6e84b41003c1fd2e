import { createInterface } from "node:readline/promises";
import { askMs, visible, type Answer, type Caller } from "@beans-picker/gateway";
import { timeLimit } from "@beans-picker/shared";

/**
 * Asks the person at the terminal. Undefined when there is none: both streams must be one, so that a pipe never answers.
 * Only a clear yes is a yes.
 */
export function terminalAsker(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Caller["ask"] {
  if (!input.isTTY || !output.isTTY) return undefined;
  return async (question, signal) => {
    const terminal = createInterface({ input, output });
    const late = timeLimit(askMs);
    // Ctrl-C and Ctrl-D close the interface and leave the question without an answer.
    const closed = new Promise<Answer>((resolve) => terminal.once("close", () => resolve("cancel")));
    const answered = terminal
      .question(`${visible(question)} [y/N] `, { signal: AbortSignal.any([signal, late]) })
      .then((text): Answer => (/^(?:y|yes)$/iu.test(text.trim()) ? "accept" : "decline"))
      .catch((): Answer => (late.aborted ? "timeout" : "cancel"));
    try {
      return await Promise.race([answered, closed]);
    } finally {
      terminal.close();
    }
  };
}
