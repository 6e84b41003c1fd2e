import { CodedError } from "@beans-picker/shared";

/**
 * Longest socket path in bytes. The kernel's limit is 107 on Linux and 103 on macOS (`sun_path` less its terminator);
 * libzmq adds nothing to it, and a round number below both leaves room.
 */
export const maxSocketPathBytes = 99;

/** The file system path of an `ipc://` address; refuses other transports, relative and overlong paths. */
export function socketPath(address: string): string {
  const path = address.startsWith("ipc://") ? address.slice("ipc://".length) : "";
  if (!path.startsWith("/")) {
    throw new CodedError("bad_params", "The address is not ipc:// followed by an absolute path; nothing was opened.");
  }
  if (path.includes("\0"))
    throw new CodedError("bad_params", "The address holds a null character; nothing was opened.");
  const bytes = Buffer.byteLength(path);
  if (bytes > maxSocketPathBytes) {
    throw new CodedError(
      "runtime_dir_unsafe",
      `The socket path has ${bytes} bytes and at most ${maxSocketPathBytes} fit; use a shorter runtime directory.`,
    );
  }
  return path;
}
