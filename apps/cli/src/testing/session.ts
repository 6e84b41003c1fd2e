import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

export const script = fileURLToPath(new URL("../../bin/beans-picker.mjs", import.meta.url));

const step = z.looseObject({
  status: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
  delivery: z.string().optional(),
  action: z.looseObject({ id: z.string(), kind: z.string(), does: z.string() }).optional(),
  confirm: z.string().optional(),
  candidates: z.array(z.looseObject({ id: z.string(), does: z.string() })).optional(),
  verification: z
    .looseObject({ evidence: z.string(), expected: z.string().optional(), exact: z.boolean(), snapshots: z.number() })
    .optional(),
  foreground: z.array(z.looseObject({ restored: z.boolean() })).optional(),
  foregroundTruncated: z.boolean().optional(),
  frontUnwatched: z.boolean().optional(),
});
const answer = step.extend({
  window: z.looseObject({ title: z.string(), modal: z.string().optional() }).optional(),
  windows: z.array(z.looseObject({ windowId: z.number(), pid: z.number().optional() })).optional(),
  steps: z.array(step).optional(),
  skipped: z.number().optional(),
  screenText: z.array(z.string()).optional(),
  newCandidates: z.array(z.looseObject({ id: z.string(), does: z.string() })).optional(),
  fields: z
    .array(z.looseObject({ id: z.string().optional(), label: z.string(), value: z.string().optional() }))
    .optional(),
  earlier: z.array(z.string()).optional(),
  element: z.looseObject({ value: z.string().optional(), text: z.array(z.string()).optional() }).optional(),
});
export type TestAnswer = z.infer<typeof answer>;

/** A real MCP client on a real server with its own processes. */
export interface TestSession {
  readonly client: Client;
  readonly pid: number;
  call(
    tool: string,
    args: Record<string, unknown>,
    options?: RequestOptions,
  ): Promise<TestAnswer & { isError: boolean }>;
  close(): Promise<void>;
}

/** What a test's client is besides its environment. */
export interface SessionOptions {
  /** Answers questions to the person; without it the client has no elicitation. */
  readonly answer?: (question: string) => ElicitResult | Promise<ElicitResult>;
}

export async function openSession(
  env: Record<string, string> = {},
  { answer: ask }: SessionOptions = {},
): Promise<TestSession> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [script],
    // Never the key or the memory of whoever runs the tests.
    env: { ...definedEnv(), JEV_API_KEY: "", TYPESAFE_API_KEY: "", BEANS_PICKER_CACHE: "off", ...env },
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1" }, { capabilities: ask ? { elicitation: {} } : {} });
  if (ask) client.setRequestHandler(ElicitRequestSchema, ({ params }) => ask(params.message));
  await client.connect(transport);
  await client.listTools();
  if (transport.pid === null) throw new Error("the server has no pid");
  return {
    client,
    pid: transport.pid,
    async call(tool, args, options = {}) {
      const result = await client.callTool({ name: tool, arguments: args }, undefined, { timeout: 60_000, ...options });
      return { ...answer.parse(result.structuredContent), isError: result.isError === true };
    },
    close: () => client.close(),
  };
}

export function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The live process of that role below the server, found by its command line. */
export async function childOf(serverPid: number, role: "desktop" | "ranker" | "verifier" | "watcher"): Promise<number> {
  return until(
    `the ${role} of ${serverPid}`,
    () => livePids().find(({ parent, command }) => parent === serverPid && command.includes(`apps/${role}/`))?.pid,
  );
}

/** All live descendants of a process. */
export function descendants(pid: number): number[] {
  const all = livePids();
  const below = (parent: number): number[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each.pid, ...below(each.pid)]);
  return below(pid);
}

export function isAlive(pid: number): boolean {
  return livePids().some((each) => each.pid === pid);
}

function livePids(): { pid: number; parent: number; command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (state === "Z" || state === "X") return [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      return [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      // It ended while it was looked at.
      return [];
    }
  });
}

/** Waits for a condition; fails with its description when the deadline passes. */
export async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  deadlineMs = 10_000,
): Promise<T> {
  const giveUpAt = performance.now() + deadlineMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > giveUpAt) throw new Error(`not seen within ${deadlineMs} ms: ${what}`);
    await delay(10);
  }
}
