import { spawnSync } from "node:child_process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { startFixture } from "@beans-picker/fixture";
import type { Sandbox } from "@beans-picker/sandbox";
import { apps } from "../observe/apps.js";
import { findWindow, settled } from "../observe/find-window.js";
import { budget, openDriver, openNative } from "../observe/measure.js";
import { productScript } from "../product.js";
import { tokensOf } from "./count.js";
import type { Compared } from "./recorded.js";

/** Apps that stand for the toolkits, and start quickly. */
const liveApps = ["fixture-gtk3", "mousepad", "zenity-forms", "galculator", "gnome-calculator", "fixture-qt"];

/** Acts on the form, one after the other: single steps, a sequence, refusals and something that opens. */
const acts: readonly Record<string, unknown>[] = [
  { instruction: "enter the name", text: "Ada Lovelace" },
  { instruction: "tick the Newsletter check box" },
  { instruction: "press the Save button" },
  { instruction: "choose the size", text: "Large" },
  { instruction: "press the Edit button" },
  { instruction: "press the Advanced tab" },
  { instruction: "enter the email", text: "ada@example.org", then: [{ instruction: "press the Save button" }] },
  { instruction: "File > Save" },
  { instruction: "delete the note" },
  { instruction: "press the button of another program" },
  { instruction: 'press "Open dialog…"' },
];

export interface Live {
  readonly windows: readonly Compared[];
  readonly acts: readonly number[];
  /** Bytes of the names, descriptions and input schemas of all tools, and tokens of the whole list. */
  readonly toolsListBytes: number;
  readonly toolsListTokens: number;
}

/** Measures the product as a client meets it, on real apps in a private desktop. */
export async function measureLive(sandbox: Sandbox): Promise<Live> {
  // The driver in this process finds the desktop by this process's environment.
  Object.assign(process.env, sandbox.env);
  const [driver, native] = [openDriver(), openNative()];
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [productScript], env: sandbox.env, stderr: "ignore" }),
  );
  const call = async (name: string, args: Record<string, unknown>): Promise<unknown> =>
    (await client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 })).structuredContent;
  try {
    const { tools } = await client.listTools();
    const told = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const windows: Compared[] = [];
    for (const app of apps.filter(({ name }) => liveApps.includes(name))) {
      if (spawnSync("sh", ["-c", 'command -v "$0"', app.program]).status !== 0) continue;
      const before = new Set((await native.listWindows({}, budget())).map(({ windowId }) => windowId));
      const opened = await app.open(sandbox);
      try {
        const window = "windowId" in opened ? opened : await findWindow(native, before);
        await settled(native, window);
        const { pid, windowId } = window;
        const args = { pid, window_id: windowId, include_screenshot: false };
        const raw = await driver.callDriver("get_window_state", args, budget());
        const observe = tokensOf(await call("observe", { pid, windowId }));
        if (!raw.isError) windows.push({ name: `live ${app.name}`, driver: tokensOf(raw.structured), observe });
      } finally {
        await opened.stop();
      }
    }
    const fixture = await startFixture({ env: sandbox.env });
    const target = { pid: fixture.pid, windowId: fixture.windowId };
    const results: number[] = [];
    for (const step of acts) results.push(tokensOf(await call("act", { ...target, ...step })));
    await fixture.stop();
    return {
      windows,
      acts: results,
      toolsListBytes: Buffer.byteLength(JSON.stringify(told)),
      toolsListTokens: tokensOf(tools),
    };
  } finally {
    await client.close();
    await Promise.all([driver.close(), native.close()]);
  }
}
