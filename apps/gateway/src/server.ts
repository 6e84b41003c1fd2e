/** The only file that knows the MCP SDK. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
import type { Readable, Writable } from "node:stream";
import { CodedError } from "@beans-picker/shared";
import type { Caller } from "./context.js";
import type { Tool, ToolEffects } from "./define-tool.js";
import { serverInstructions } from "./instructions.js";
import { askMs } from "./limits.js";
import { renderAnswer } from "./present/render.js";
import { createShortIds } from "./present/short-ids.js";
import type { ToolAnswer } from "./runner.js";

type Extra = Parameters<Parameters<McpServer["server"]["setRequestHandler"]>[1]>[1];

export interface McpServerOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly stdin: Readable;
  readonly stdout: Writable;
  run(tool: Tool, args: unknown, caller: Caller): Promise<ToolAnswer>;
  /** The client has been greeted: the time for work that may take the processor. */
  readonly onInitialized: () => void;
}

export interface ServedMcp {
  close(): Promise<void>;
}

export async function serveMcp(options: McpServerOptions): Promise<ServedMcp> {
  const { tools, version } = options;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  // The high-level class would derive schemas and check arguments itself; its inner server leaves both to the tools.
  const { server } = new McpServer(
    { name: "beans-picker", title: "beans-picker", version },
    { capabilities: { tools: {}, logging: {} }, instructions: serverInstructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: { ...tool.inputSchema(), type: "object" as const },
      outputSchema: { ...tool.outputSchema(), type: "object" as const },
      annotations: annotationsOf(tool.effects),
    })),
  }));
  const ids = createShortIds();
  const tell = (note: string): void =>
    void server.sendLoggingMessage({ level: "warning", logger: "beans-picker", data: note }).catch(() => undefined);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = byName.get(params.name);
    if (!tool) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `Tool ${params.name} not found; there are ${[...byName.keys()].join(", ")}`,
      );
    }
    const { signal } = extra;
    const progress = progressOf(params._meta?.progressToken, extra);
    return toMcp(
      tool.name,
      await options.run(tool, params.arguments ?? {}, {
        signal,
        progress,
        ask: askerOf(server),
        tell,
        ids,
        lasting: true,
      }),
    );
  });
  server.oninitialized = options.onInitialized;
  await server.connect(new StdioServerTransport(options.stdin, options.stdout));
  return { close: () => server.close() };
}

/** All four hints are always given: their defaults assume the worst. */
function annotationsOf(effects: ToolEffects): ToolAnnotations {
  return {
    readOnlyHint: effects === "reads",
    destructiveHint: effects === "acts",
    idempotentHint: effects === "reads",
    openWorldHint: effects !== "reads",
  };
}

/** Progress goes to the caller that asked for it; one that is gone is not told. */
function progressOf(token: string | number | undefined, extra: Extra): Caller["progress"] {
  if (token === undefined) return undefined;
  return (event) => {
    if (extra.signal.aborted) return;
    void extra
      .sendNotification({ method: "notifications/progress", params: { progressToken: token, ...event } })
      .catch(() => undefined);
  };
}

const timedOut: ReadonlySet<number> = new Set([ErrorCode.RequestTimeout]);

/** A way to ask the person, when the client has one. Whatever goes wrong with it, nothing counts as a yes. */
function askerOf(server: McpServer["server"]): Caller["ask"] {
  if (server.getClientCapabilities()?.elicitation === undefined) return undefined;
  return async (question, signal) => {
    try {
      const { action, content } = await server.elicitInput(
        {
          message: question,
          requestedSchema: {
            type: "object",
            properties: { confirm: { type: "boolean", title: "Do it", description: "Yes, do this." } },
            required: ["confirm"],
          },
        },
        { signal, timeout: askMs },
      );
      if (action !== "accept") return action;
      return content?.["confirm"] === true ? "accept" : "decline";
    } catch (error) {
      if (signal.aborted) throw new CodedError("cancelled");
      return error instanceof McpError && timedOut.has(error.code) ? "timeout" : "cancel";
    }
  };
}

/** The text part says the same in fewer words, for clients that read only text. */
function toMcp(tool: string, { structured, images, failed }: ToolAnswer): CallToolResult {
  return {
    content: [
      { type: "text", text: renderAnswer(tool, structured) },
      ...images.map((png) => ({
        type: "image" as const,
        mimeType: "image/png",
        data: Buffer.from(png).toString("base64"),
      })),
    ],
    structuredContent: structured,
    isError: failed,
  };
}
