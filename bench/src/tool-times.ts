/** How long the tools take on the fixture, a window with every kind of control. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { startFixture, startSentinel } from "@beans-picker/fixture";
import { startSandbox } from "@beans-picker/sandbox";
import { median, rounded } from "./figures.js";
import { productScript } from "./product.js";

const rounds = 10;

async function timed(body: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await body();
    times.push(performance.now() - startedAt);
  }
  return rounded(median(times));
}

const sandbox = await startSandbox();
try {
  const fixture = await startFixture({ env: sandbox.env });
  await startSentinel({ env: sandbox.env });
  const client = new Client({ name: "bench", version: "1" });
  const transport = new StdioClientTransport({ command: process.execPath, args: [productScript], env: sandbox.env });
  await client.connect(transport);
  const target = { pid: fixture.pid, windowId: fixture.windowId };
  const tool = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  await tool("observe", target);
  const figures = {
    windowsMs: await timed(() => tool("windows", {})),
    observeMs: await timed(() => tool("observe", target)),
    toggleMs: await timed(() => tool("act", { ...target, instruction: "press the Newsletter check box" })),
    pressMs: await timed(() => tool("act", { ...target, instruction: "press the Save button" })),
    screenshotMs: await timed(() => tool("screenshot", target)),
  };
  await client.close();
  process.stdout.write(
    process.argv.includes("--json")
      ? `${JSON.stringify(figures)}\n`
      : Object.entries(figures)
          .map(([name, ms]) => `${name.padEnd(14)} ${ms} ms (median of ${rounds})\n`)
          .join(""),
  );
} finally {
  await sandbox.stop();
}
