import { run, runQuietly } from "../../setup/src/run.mjs";
import { repository } from "./paths.mjs";

/** Runs in a mount namespace of its own: what is mounted ends with the command, however that ends. */
const inside = `
set -e
system=$1; repository=$2; folder=$3; shift 3
mount -t proc proc "$system/proc"
mount --rbind /dev "$system/dev"
mkdir -p "$system/repository"
[ -z "$repository" ] || mount --bind "$repository" "$system/repository"
exec chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
`;

function wrapped(system, repositoryFolder, folder, command) {
  return [
    "--mount",
    "--propagation",
    "private",
    "sh",
    "-c",
    inside,
    "sh",
    system,
    repositoryFolder,
    folder,
    ...command,
  ];
}

/** Runs a command of the small trixie quietly, without the repository; resolves to its exit code. */
export function enterQuietly(system, command) {
  return runQuietly("unshare", wrapped(system, "", "/root", command));
}

/** Runs a command in the Swift package with its output shown; resolves to its exit code. */
export function enterPackage(system, command) {
  return run("unshare", wrapped(system, repository, "/repository/native/watcher", command));
}
