import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { enterPackage } from "../src/enter.mjs";
import { launcher, packageFolder, system } from "../src/paths.mjs";
import { NoToolchain, setUpToolchain } from "../src/toolchain.mjs";

/** Exit code when there can be no Swift here, so that a caller can tell it from tests that failed. */
const noToolchainCode = 77;

const usage = "usage: swift.mjs setup | build | test [arguments of swift test]";
const swift = (command, ...args) =>
  enterPackage(system, ["swift", command, "--config-path", "/opt/swiftpm", "-Xswiftc", "-warnings-as-errors", ...args]);

async function build() {
  const code = await swift("build");
  if (code === 0) writeLauncher();
  return code;
}

/** Runs the program with trixie's own loader and libraries, since those of this machine are older. */
function writeLauncher() {
  const libraries = ["usr/lib/x86_64-linux-gnu", "usr/libexec/swift/lib/swift/linux"].map((path) => join(system, path));
  const loader = join(system, "lib64/ld-linux-x86-64.so.2");
  const program = join(packageFolder, ".build/debug/window-watcher");
  mkdirSync(dirname(launcher), { recursive: true });
  writeFileSync(launcher, `#!/bin/sh\nexec '${loader}' --library-path '${libraries.join(":")}' '${program}' "$@"\n`);
  chmodSync(launcher, 0o755);
}

async function main([command = "test", ...args]) {
  switch (command) {
    case "setup":
      return 0;
    case "build":
      return await build();
    case "test": {
      const code = await build();
      return code === 0 ? await swift("test", ...args) : code;
    }
    default:
      process.stderr.write(`${usage}\n`);
      return 2;
  }
}

try {
  await setUpToolchain();
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof NoToolchain)) throw error;
  process.stderr.write(`\nswift: not run, ${error.message}.\n`);
  process.exit(noToolchainCode);
}
