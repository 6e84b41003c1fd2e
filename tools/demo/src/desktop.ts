import { startSandbox } from "@beans-picker/sandbox";
import { printFact } from "./report.js";

export interface DemoDesktop {
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/** The desktop the demo plays on: a private one, or with `here` the one the person looks at. */
export async function openDesktop(here: boolean): Promise<DemoDesktop> {
  if (here) {
    if (!process.env["DISPLAY"]) throw new Error("--here needs a display, and DISPLAY is not set. Leave --here out.");
    const env = Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    return { env: { ...env, NO_AT_BRIDGE: "0" }, stop: () => Promise.resolve() };
  }
  const sandbox = await startSandbox();
  printFact(`private headless desktop ${sandbox.display}`);
  return { env: sandbox.env, stop: () => sandbox.stop() };
}
