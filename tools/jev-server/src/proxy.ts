import { createServer } from "node:http";
import { connect, type Socket } from "node:net";

export interface TunnelProxy {
  readonly url: string;
  /** Hosts that tunnels were opened to, oldest first. */
  readonly tunnels: readonly string[];
  close(): Promise<void>;
}

/** An HTTP proxy that only opens tunnels (CONNECT), as one in front of HTTPS does. */
export async function startTunnelProxy(): Promise<TunnelProxy> {
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  };
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on("connection", keep);
  server.on("connect", (request, client: Socket, head: Buffer) => {
    tunnels.push(request.url ?? "");
    const [host, port] = (request.url ?? "").split(":");
    const upstream = keep(connect(Number(port), host ?? ""));
    upstream.once("connect", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    upstream.once("close", () => client.destroy());
    client.once("close", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy does not listen");
  return {
    url: `http://127.0.0.1:${address.port}`,
    tunnels,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
