import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definedEnv, descendants, isAlive, openSession, script, until, type TestSession } from "./testing/session.js";

let session: TestSession;

beforeAll(async () => {
  session = await openSession();
});
afterAll(() => session.close());

describe("the MCP server", () => {
  it("lists its tools with title, both schemas and all four annotations, in under 12 kB [mcp.tools]", async () => {
    const listed = await session.client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual([
      "act",
      "extract",
      "launch_app",
      "observe",
      "record_start",
      "record_stop",
      "screenshot",
      "windows",
    ]);
    for (const { title, inputSchema, outputSchema, annotations } of listed.tools) {
      expect(title).toBeTypeOf("string");
      expect(inputSchema.type).toBe("object");
      expect(outputSchema?.type).toBe("object");
      expect(Object.values(annotations ?? {}).filter((hint) => typeof hint === "boolean")).toHaveLength(4);
    }
    expect(new TextEncoder().encode(JSON.stringify(listed)).length).toBeLessThan(12_000);
  });

  it("marks exactly the reading tools as read-only", async () => {
    const { tools } = await session.client.listTools();
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(reading).toEqual(["extract", "observe", "screenshot", "windows"]);
  });

  it("tells what is wrong with an argument and what is accepted [code.bad_arguments]", async () => {
    const answer = await session.call("observe", { pid: "x" });
    expect(answer).toMatchObject({ isError: true, status: "failed", code: "bad_arguments" });
    expect(answer.message).toContain("expected number, received string at pid");
    expect(answer.message).toContain(
      "Accepted arguments: app, pid, windowId, instruction, query, role, offset, limit.",
    );
  });

  it("answers an unknown tool with a protocol error", async () => {
    await expect(session.client.callTool({ name: "nope", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  it("refuses a target that names nothing [code.bad_target]", async () => {
    expect(await session.call("observe", {})).toMatchObject({ isError: true, code: "bad_target" });
  });

  it("refuses a window that is not there, or is another process's [code.window_not_found]", async () => {
    expect(await session.call("observe", { windowId: 4_000_000_000 })).toMatchObject({ code: "window_not_found" });
    expect(await session.call("observe", { pid: process.pid })).toMatchObject({ code: "window_not_found" });
  });

  it("ends within two seconds when its input ends, and leaves no process behind [process.no-orphan]", async () => {
    const other = await openSession();
    await other.call("windows", {});
    const below = await until("four children", () => {
      const pids = descendants(other.pid);
      return pids.length >= 4 ? pids : undefined;
    });
    const startedAt = performance.now();
    await other.close();
    await until("the end of all", () => ([other.pid, ...below].some(isAlive) ? undefined : true), 4_000);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it("keeps standard output for the protocol even when it is asked for rubbish", async () => {
    const server = spawn(process.execPath, [script], { env: definedEnv(), stdio: ["pipe", "pipe", "ignore"] });
    let output = "";
    server.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    server.stdin.write("not json\n");
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" })}\n`);
    await until("an answer to the ping", () => (output.includes('"id":7') ? true : undefined));
    server.stdin.end();
    await once(server, "exit");
    for (const line of output.split("\n").filter((each) => each !== ""))
      expect(() => void JSON.parse(line)).not.toThrow();
  });
});
