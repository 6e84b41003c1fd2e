/** How long a client waits for its greeting: from the start of the process to the answer to `initialize`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { median, quantile, rounded } from "./figures.js";
import { productScript } from "./product.js";

const rounds = 10;

const greeting = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

async function greet(): Promise<number> {
  const startedAt = performance.now();
  const server = spawn(process.execPath, [productScript], { stdio: ["pipe", "pipe", "ignore"] });
  const exited = once(server, "exit");
  server.stdin.write(`${JSON.stringify(greeting)}\n`);
  await once(server.stdout, "data");
  const ms = performance.now() - startedAt;
  server.stdin.end();
  await exited;
  return ms;
}

const times: number[] = [];
for (let round = 0; round < rounds; round += 1) times.push(await greet());
const figures = { rounds, medianMs: rounded(median(times)), p95Ms: rounded(quantile(times, 0.95)) };
process.stdout.write(
  process.argv.includes("--json")
    ? `${JSON.stringify(figures)}\n`
    : `initialize answered after ${figures.medianMs} ms (median of ${rounds}), p95 ${figures.p95Ms} ms\n`,
);
