import { existsSync } from "node:fs";
import { join } from "node:path";
import { launcher } from "../../swift/src/paths.mjs";
import { testPackages } from "../src/packages.mjs";
import { run } from "../src/run.mjs";
import { frontDoor, root } from "../src/setup.mjs";

await frontDoor({ packages: testPackages, tests: true }, () => {
  if (!existsSync(launcher))
    process.stderr.write("The Swift tests are not run here: `npm run swift:test` runs them.\n");
  return run(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...process.argv.slice(2)], {
    cwd: root,
  });
});
