// A process that supervises two children and says on standard output when they are ready, to be killed by a test. With
// the argument "locked" the main thread of the first one is locked up by then.
import { createLogger, createSupervisor } from "../dist/index.js";
import { fileURLToPath } from "node:url";
import { testContract } from "./contract.mjs";

const [base, locked] = process.argv.slice(2);
const role = (name, script = "child.mjs") => ({
  contract: { ...testContract, role: name },
  entry: fileURLToPath(new URL(script, import.meta.url)),
  env: { FIXTURE_ROLE: name },
});
const supervisor = await createSupervisor({
  children: { one: role("one", locked && "deaf.mjs"), two: role("two") },
  log: createLogger("supervising", "silent"),
  build: "test",
  base,
});
supervisor.start();
const [one] = await Promise.all([supervisor.client("one"), supervisor.client("two")]);
if (locked) void one.call("press", { hold: true }, { deadlineMs: 60_000 }).catch(() => undefined);
process.stdout.write(`${JSON.stringify({ one: supervisor.pid("one"), two: supervisor.pid("two") })}\n`);
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => void supervisor.stop().then(() => process.exit(0)));
