import { join } from "node:path";
import { testPackages } from "../src/packages.mjs";
import { run } from "../src/run.mjs";
import { frontDoor, root } from "../src/setup.mjs";

await frontDoor({ packages: testPackages, tests: true }, () =>
  run(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...process.argv.slice(2)], { cwd: root }),
);
