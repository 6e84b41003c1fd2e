import { join } from "node:path";
import { testPackages } from "../src/packages.mjs";
import { run } from "../src/run.mjs";
import { frontDoor, root } from "../src/setup.mjs";

/** Format and lint are one tool; types are checked by the build of set-up, tests included. */
await frontDoor({ packages: testPackages, tests: true }, async () => {
  const steps = [
    // Module boundaries are checked against nx's project graph, which has to be there first.
    ["project graph", ["node_modules/nx/dist/bin/nx.js", "show", "projects"]],
    ["format and lint", ["node_modules/eslint/bin/eslint.js", "."]],
    ["tests", ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)]],
  ];
  for (const [name, [script, ...args]] of steps) {
    process.stderr.write(`check: ${name}\n`);
    const code = await run(process.execPath, [join(root, script), ...args], { cwd: root });
    if (code !== 0) return code;
  }
  return 0;
});
