import { join } from "node:path";
import { demoPackages } from "../src/packages.mjs";
import { run } from "../src/run.mjs";
import { frontDoor, root } from "../src/setup.mjs";

await frontDoor({ packages: demoPackages, tests: false }, () =>
  run(process.execPath, [join(root, "tools/demo/dist/main.js"), ...process.argv.slice(2)]),
);
