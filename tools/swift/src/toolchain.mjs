import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { output, runQuietly } from "../../setup/src/run.mjs";
import { enterQuietly } from "./enter.mjs";
import { parser, system } from "./paths.mjs";

/** Why there is no toolchain here, in words for a person. */
export class NoToolchain extends Error {}

export const hasToolchain = () => existsSync(system);

const packages = [
  "swiftlang",
  "libzmq3-dev",
  "libx11-dev",
  "libxi-dev",
  "pkg-config",
  "git",
  "xz-utils",
  "ca-certificates",
];

/** Makes the small trixie unless it is there. Throws {@link NoToolchain}; what was half made is removed. */
export async function setUpToolchain() {
  if (hasToolchain()) return;
  if (process.platform !== "linux") throw new NoToolchain("this recipe is for Debian; on a Mac run `swift test`");
  if (process.getuid?.() !== 0) throw new NoToolchain("a small Debian is made for it, which only root can do");
  if (output("sh", ["-c", "command -v apt-get && command -v unshare && command -v git"]) === undefined) {
    throw new NoToolchain("apt-get, unshare and git are needed");
  }
  const half = `${system}.${process.pid}`;
  mkdirSync(dirname(system), { recursive: true });
  try {
    await make(half);
    renameSync(half, system);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    throw error;
  }
  process.stderr.write("\n");
}

async function make(folder) {
  if (output("sh", ["-c", "command -v debootstrap && command -v xz"]) === undefined) {
    await step("installing debootstrap", "sh", [
      "-c",
      "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends debootstrap xz-utils",
    ]);
  }
  const mirror = mirrorOfApt();
  await step("making a small Debian trixie for Swift, once", "debootstrap", [
    "--variant=minbase",
    "trixie",
    folder,
    mirror,
  ]);
  writeFileSync(join(folder, "etc/apt/sources.list.d/source.list"), `deb-src ${mirror} trixie main\n`);
  for (const file of ["/etc/resolv.conf", ...aptSettings()]) {
    if (existsSync(file)) copyFileSync(file, join(folder, file));
  }
  await within(
    folder,
    "installing Swift",
    `apt-get update && apt-get install -y --no-install-recommends ${packages.join(" ")}`,
  );
  await within(folder, `taking ${parser.name} from Debian's source of Swift`, takeParser);
  mkdirSync(join(folder, "opt/swiftpm"));
  const mirrors = { object: [{ original: parser.url, mirror: `file:///opt/${parser.name}` }], version: 1 };
  writeFileSync(join(folder, "opt/swiftpm/mirrors.json"), JSON.stringify(mirrors));
}

const takeParser = `
set -e
cd /opt
apt-get source --tar-only swiftlang
tar -xf swiftlang_*.orig.tar.* --strip-components=1 --wildcards "*/${parser.name}/*"
rm -f swiftlang_*
apt-get clean
cd ${parser.name}
git init -q
git add -A
git -c user.name=local -c user.email=local@localhost commit -qm ${parser.version}
git tag ${parser.version}
`;

/** How apt reaches the network here, such as a proxy, holds inside as well. */
function aptSettings() {
  const folder = "/etc/apt/apt.conf.d";
  const proxies = existsSync(folder) ? readdirSync(folder).filter((name) => name.includes("proxy")) : [];
  return ["/etc/apt/apt.conf", ...proxies.map((name) => join(folder, name))];
}

function mirrorOfApt() {
  const found = output("apt-get", ["indextargets", "--format", "$(REPO_URI)"])?.split("\n")[0]?.trim();
  if (!found) throw new NoToolchain("apt names no mirror to take Debian trixie from");
  return found;
}

const within = (folder, what, script) => checked(what, () => enterQuietly(folder, ["sh", "-c", script]));
const step = (what, command, args) => checked(what, () => runQuietly(command, args));

/** Mirrors fail now and then: each step is tried twice. */
async function checked(what, work) {
  process.stderr.write(`\nswift: ${what} `);
  if ((await work()) !== 0 && (await work()) !== 0) throw new NoToolchain(`${what} failed; see above`);
}
