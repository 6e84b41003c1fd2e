import { Buffer } from "node:buffer";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { BusFault } from "./fault.js";

/** The longest line a server may answer the authentication with. */
const maxLine = 16_384;

/** Connects to the first of the sockets that answers, as the user of this process. Rejects with a {@link BusFault}. */
export async function openSocket(paths: readonly string[], uid: number, signal: AbortSignal): Promise<Socket> {
  for (const path of paths) {
    const socket = connect({ path });
    try {
      await once(socket, "connect", { signal });
      await authenticate(socket, uid, signal);
      return socket;
    } catch {
      socket.destroy();
      if (signal.aborted) break;
    }
  }
  throw new BusFault("lost", false);
}

/** Source: D-Bus specification, "Authentication Protocol", mechanism EXTERNAL. */
async function authenticate(socket: Socket, uid: number, signal: AbortSignal): Promise<void> {
  const id = Buffer.from(String(uid), "latin1").toString("hex");
  socket.write(`\0AUTH EXTERNAL ${id}\r\n`);
  let line = Buffer.alloc(0);
  while (!line.includes("\r\n")) {
    if (line.length > maxLine) throw new BusFault("malformed", true);
    const chunk: unknown = socket.read();
    if (Buffer.isBuffer(chunk)) line = Buffer.concat([line, chunk]);
    else if (socket.readableEnded || socket.destroyed) throw new BusFault("lost", true);
    else await once(socket, "readable", { signal });
  }
  if (!line.toString("latin1").startsWith("OK ")) throw new BusFault("lost", true);
  socket.write("BEGIN\r\n");
}
