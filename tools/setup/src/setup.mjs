import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { output, runQuietly } from "./run.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

/** Why set-up stopped, for a person: what is missing and the exact line that mends it. */
export class SetupError extends Error {}

function say(text) {
  process.stderr.write(`setup: ${text}\n`);
}

/** Brings a fresh clone to a state where everything runs. Quick when nothing is to be done. */
export async function setUp({ packages, tests }) {
  requireNode();
  await installPackages(packages);
  await installModules();
  await build(tests);
}

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 18)) {
    throw new SetupError(
      `Node.js 20.18 or later is needed, this is ${process.version}. Install it, then run this again.`,
    );
  }
}

async function installPackages(packages) {
  if (process.platform !== "linux") return;
  const missing = missingPackages(packages);
  if (missing.length === 0) return;
  const install = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (output("sh", ["-c", "command -v apt-get"]) === undefined) {
    throw new SetupError(`These Debian packages, or what your system calls them, are needed: ${missing.join(" ")}`);
  }
  const isRoot = process.getuid?.() === 0;
  const hasSudo = output("sh", ["-c", "command -v sudo"]) !== undefined;
  const byHand = isRoot
    ? `  apt-get update && ${install}`
    : hasSudo
      ? `  sudo apt-get update && sudo ${install}`
      : `  (as root) apt-get update && ${install}`;
  if (!isRoot && output("sudo", ["-n", "true"]) === undefined) {
    throw new SetupError(`Some packages are missing. Run this, then run this command again:\n${byHand}`);
  }
  say(`installing ${missing.join(", ")}`);
  const asRoot = isRoot ? [] : ["sudo", "-n"];
  const environment = ["env", "DEBIAN_FRONTEND=noninteractive"];
  const attempt = async (args) => {
    const [command, ...rest] = [...asRoot, ...environment, ...args];
    return runQuietly(command, rest);
  };
  if ((await attempt(["apt-get", "update"])) !== 0 || (await attempt(install.split(" "))) !== 0) {
    throw new SetupError(
      `The packages could not be installed. Run this by hand, then run this command again:\n${byHand}`,
    );
  }
  process.stderr.write("\n");
}

/** Without dpkg (another distribution) all are reported, so that the person is told what to look for. */
function missingPackages(packages) {
  const query = output("sh", [
    "-c",
    `dpkg-query -W -f '\${Package} \${db:Status-Status}\\n' ${packages.join(" ")} 2>/dev/null; true`,
  ]);
  const installed = new Set(
    (query ?? "")
      .split("\n")
      .filter((line) => line.endsWith(" installed"))
      .map((line) => line.split(" ")[0]),
  );
  return packages.filter((name) => !installed.has(name));
}

/** `npm ci` when the lock file is not the one that was installed from. */
async function installModules() {
  const stamp = join(root, "node_modules", ".beans-picker-setup");
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("installing npm packages");
  if ((await runQuietly("npm", ["ci", "--no-audit", "--no-fund"], { cwd: root })) !== 0) {
    throw new SetupError("npm ci failed; see above. Mend it, then run this command again.");
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  process.stderr.write("\n");
}

async function build(tests) {
  say("building");
  const project = tests ? "tsconfig.json" : "tsconfig.build.json";
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  if ((await runQuietly(process.execPath, [compiler, "-b", project], { cwd: root })) !== 0) {
    throw new SetupError("The build failed; see above.");
  }
}

/** Runs a front-door script: set-up, then the work; a set-up problem is told plainly with exit code 1. */
export async function frontDoor(options, work) {
  try {
    await setUp(options);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\nsetup: ${error.message}\n`);
    process.exit(1);
  }
  process.exit(await work());
}
