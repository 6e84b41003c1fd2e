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
import type { Tool, ToolEffects } from "./define-tool.js";
import { serverInstructions } from "./instructions.js";
import type { ToolAnswer } from "./runner.js";

export interface McpServerOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly stdin: Readable;
  readonly stdout: Writable;
  run(tool: Tool, args: unknown, signal: AbortSignal): Promise<ToolAnswer>;
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
    { capabilities: { tools: {} }, instructions: serverInstructions },
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
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = byName.get(params.name);
    if (!tool) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `Tool ${params.name} not found; there are ${[...byName.keys()].join(", ")}`,
      );
    }
    return toMcp(await options.run(tool, params.arguments ?? {}, signal));
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

/** The text part mirrors the structured one for clients that read only text. */
function toMcp({ structured, images, failed }: ToolAnswer): CallToolResult {
  return {
    content: [
      { type: "text", text: JSON.stringify(structured) },
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
