#!/usr/bin/env node
/**
 * Stands in for the `cua-driver` executable, which cannot be shipped with this repository and exists for macOS only in an
 * app bundle. It speaks real MCP over standard input and output through the official server SDK; what is scripted is what
 * a driver on a desktop would answer. It never touches a desktop.
 *
 * SCRIPTED_DRIVER_DIR names a directory with:
 * - `script.json`, read anew at each call: `{ platform, windows, state, replies: { tool: [reply, …] }, without: [tool, …] }`.
 *   The n-th call of a tool, counted over all starts, takes the n-th reply; when they are used up, or the entry is `null`,
 *   the tool answers as a driver would by default. Replies: `{ structured?, text?, isError? }`, `{ hang: true }`,
 *   `{ die: true }`, `{ endSession: true }`.
 * - `calls.jsonl`, to which every call is appended before it is answered: the oracle of what was sent.
 * - `starts`, one line per start, with the names of the environment variables.
 * With SCRIPTED_DRIVER_STUBBORN=1 it ends neither with its input nor on SIGTERM.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const directory = process.env["SCRIPTED_DRIVER_DIR"];
if (directory === undefined || process.argv[2] !== "mcp") {
  process.stderr.write("usage: SCRIPTED_DRIVER_DIR=… scripted-driver.mjs mcp\n");
  process.exit(2);
}
const callsFile = join(directory, "calls.jsonl");
appendFileSync(join(directory, "starts"), `${JSON.stringify({ pid: process.pid, env: Object.keys(process.env) })}\n`);

const text = { type: "string" };
const integer = { type: "integer" };
const number = { type: "number" };
const strings = { type: "array", items: text };
const delivery = { type: "string", enum: ["background", "foreground"] };
const element = { pid: integer, window_id: integer, element_token: text, delivery_mode: delivery };
const tool = (name, properties, required = []) => ({
  name,
  inputSchema: { type: "object", additionalProperties: false, properties, required },
});
const tools = [
  tool("list_windows", { pid: integer, on_screen_only: { type: "boolean" } }),
  tool("list_apps", {}),
  tool(
    "get_window_state",
    {
      pid: integer,
      window_id: integer,
      include_screenshot: { type: "boolean" },
      include_accessibility_tree: { type: "boolean" },
      max_elements: { type: "integer", minimum: 1 },
      max_depth: { type: "integer", minimum: 1 },
      max_dimension: { type: "integer", minimum: 1 },
    },
    ["pid", "window_id"],
  ),
  tool("get_desktop_state", {}),
  tool("click", { ...element, modifier: strings, x: number, y: number }),
  tool("right_click", { ...element }),
  tool(
    "drag",
    {
      pid: integer,
      window_id: integer,
      delivery_mode: delivery,
      from_x: number,
      from_y: number,
      to_x: number,
      to_y: number,
    },
    ["from_x", "from_y", "to_x", "to_y"],
  ),
  tool("set_value", { pid: integer, window_id: integer, element_token: text, value: text }, ["pid", "value"]),
  tool("type_text", { ...element, text }, ["text"]),
  tool("press_key", { ...element, key: text, modifiers: strings }, ["key"]),
  tool("hotkey", { ...element, keys: { ...strings, minItems: 2 } }, ["keys"]),
  tool("scroll", { ...element, direction: text, by: text, amount: integer }, ["direction"]),
  tool("set_window_frame", { pid: integer, window_id: integer, x: number, y: number, width: number, height: number }),
  tool("clipboard_read", { include_text: { type: "boolean" } }),
  tool("clipboard_write", { text, image_path: text }),
  tool("launch_app", {
    name: text,
    bundle_id: text,
    urls: strings,
    creates_new_application_instance: { type: "boolean" },
  }),
  tool("get_browser_state", { session: text, pid: integer, window_id: integer }, ["session"]),
  tool("check_permissions", {}),
  tool("start_session", { session: text }),
  tool("set_agent_cursor_enabled", { session: text, enabled: { type: "boolean" } }, ["session", "enabled"]),
];

let snapshots = 0;
const endedSessions = new Set();

const refusal = (code, message = code) => ({
  structured: { status: "refused", refusal: { code, message } },
  text: message,
  isError: true,
});
const acted = () => ({
  structured: { effect: "unverifiable", route: "accessibility", delivery: { mode: "background" } },
  text: "Done.",
});

const server = new Server({ name: "cua-driver", version: "0.28.2-scripted" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => {
  const { without = [] } = readScript();
  return { tools: tools.filter(({ name }) => !without.includes(name)) };
});
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
  const script = readScript();
  const earlier = existsSync(callsFile)
    ? readFileSync(callsFile, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  const count = earlier.filter((call) => call.tool === name).length;
  appendFileSync(callsFile, `${JSON.stringify({ tool: name, args, pid: process.pid })}\n`);
  const reply = script.replies?.[name]?.[count] ?? undefined;
  if (reply?.die) process.exit(1);
  if (reply?.hang) return await new Promise(() => undefined);
  const session = args.session ?? "";
  if (reply?.endSession) endedSessions.add(session);
  if (name === "start_session") endedSessions.delete(session);
  const answer = endedSessions.has(session)
    ? refusal("session_ended")
    : reply === undefined || reply === null || reply.endSession
      ? byDefault(script, name, args)
      : reply;
  return {
    content: [
      { type: "text", text: answer.text ?? "" },
      ...(answer.images ?? []).map((data) => ({ type: "image", data, mimeType: "image/png" })),
    ],
    ...(answer.structured === undefined ? {} : { structuredContent: answer.structured }),
    isError: answer.isError ?? false,
  };
});

function readScript() {
  return JSON.parse(readFileSync(join(directory, "script.json"), "utf8"));
}

function byDefault(script, name, args) {
  switch (name) {
    case "list_windows":
      return { structured: { windows: script.windows ?? [] } };
    case "check_permissions":
      return { structured: { x11: true, atspi: true } };
    case "start_session":
      return { structured: { session: args.session ?? "implicit", active: true, revived: true } };
    case "get_window_state": {
      snapshots += 1;
      const id = `s${snapshots.toString(16).padStart(8, "0")}`;
      const { elements = [], ...state } = script.state ?? {};
      return {
        structured: {
          ...state,
          pid: args.pid,
          window_id: args.window_id,
          snapshot_id: id,
          elements: elements.map((one) => ({ ...one, element_token: `${id}:${one.element_index}` })),
        },
      };
    }
    case "clipboard_read":
      return { structured: { supported: true, types: ["text"], text: "" } };
    default: {
      const token = args.element_token;
      if (token !== undefined && !token.startsWith(`s${snapshots.toString(16).padStart(8, "0")}:`))
        return refusal("stale_element_token");
      return acted();
    }
  }
}

await server.connect(new StdioServerTransport());
if (process.env["SCRIPTED_DRIVER_STUBBORN"] === "1") {
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1_000);
} else process.stdin.once("end", () => process.exit(0));
