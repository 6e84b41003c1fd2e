// A process that supervises two children and says on standard output when they are ready, to be killed by a test.
import { createLogger, createSupervisor } from "../dist/index.js";
import { fileURLToPath } from "node:url";
import { testContract } from "./contract.mjs";

const entry = fileURLToPath(new URL("./child.mjs", import.meta.url));
const role = (name) => ({ contract: { ...testContract, role: name }, entry, env: { FIXTURE_ROLE: name } });
const supervisor = await createSupervisor({
  children: { one: role("one"), two: role("two") },
  log: createLogger("supervising", "silent"),
  build: "test",
  base: process.argv[2],
});
supervisor.start();
await Promise.all([supervisor.client("one"), supervisor.client("two")]);
process.stdout.write(`${JSON.stringify({ one: supervisor.pid("one"), two: supervisor.pid("two") })}\n`);
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => void supervisor.stop().then(() => process.exit(0)));
