import { connect, createServer, type Socket } from "node:net";

export interface Cutter {
  readonly port: number;
  /** Bytes that the server has sent over all connections so far. */
  readonly passed: () => number;
  /** The next connections are cut when so many bytes of the server have passed; Infinity cuts none. */
  cutAfter(bytes: number): void;
  connections(): number;
  close(): Promise<void>;
}

/** Stands between a client and a server on the loopback and cuts the line, as it is on the wire, at any byte. */
export async function startCutter(serverPort: number): Promise<Cutter> {
  let limit = Infinity;
  let passed = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    const upstream = keep(connect(serverPort, "127.0.0.1"));
    let left = limit;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    if (left <= 0) end();
    client.on("data", (data) => upstream.write(data)).once("close", end);
    upstream.once("close", () => client.end());
    upstream.on("data", (data) => {
      const part = data.subarray(0, Math.min(data.length, left));
      left -= part.length;
      passed += part.length;
      client.write(part, () => {
        if (left <= 0) end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the cutter does not listen");
  return {
    port: address.port,
    passed: () => passed,
    cutAfter: (bytes) => (limit = bytes),
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
