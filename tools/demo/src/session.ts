import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";

const { resolve } = createRequire(import.meta.url);

const imagePart = z.object({ type: z.literal("image"), data: z.string() });

/** A tool's answer as a client sees it, with the time the call took. */
export interface Answer {
  readonly structured: unknown;
  readonly failed: boolean;
  readonly pictures: readonly Buffer[];
  readonly ms: number;
}

export interface Session {
  call(tool: string, args: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts the product as an MCP client would and connects to it over stdio. */
export async function connectSession(env: Record<string, string>): Promise<Session> {
  const script = join(dirname(resolve("beans-picker/package.json")), "bin", "beans-picker.mjs");
  const transport = new StdioClientTransport({ command: process.execPath, args: [script], env, stderr: "inherit" });
  const client = new Client({ name: "beans-picker-demo", version: "1" });
  await client.connect(transport);
  // The client checks structured answers against the output schemas of the listed tools.
  await client.listTools();
  return {
    async call(tool, args) {
      const startedAt = performance.now();
      const result = await client.callTool({ name: tool, arguments: args }, undefined, { timeout: 120_000 });
      const ms = performance.now() - startedAt;
      const content: unknown[] = Array.isArray(result.content) ? result.content : [];
      const pictures = content.flatMap((part) => {
        const image = imagePart.safeParse(part);
        return image.success ? [Buffer.from(image.data.data, "base64")] : [];
      });
      return { structured: result.structuredContent, failed: result.isError === true, pictures, ms };
    },
    close: () => client.close(),
  };
}
