import { createHash } from "node:crypto";
import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileChecker } from "./schema-check.js";
import { openSdkTransport } from "./transport-sdk.js";
import type { DriverTool, DriverTransport } from "./transport.js";

const options = { signal: new AbortController().signal, timeoutMs: 20_000 };
const required = z.looseObject({ required: z.array(z.string()).default([]) });

/** Lists its tools without a display, so this runs anywhere. */
describe("the pinned driver", () => {
  let transport: DriverTransport;
  let tools: DriverTool[];
  beforeAll(async () => {
    transport = await openSdkTransport(process.env, options);
    tools = await transport.listTools(options);
  });
  afterAll(() => transport.close());

  it.runIf(process.platform === "linux")("has the tools and required arguments this back end was written for", () => {
    const lines = tools.map(
      ({ name, inputSchema }) => `${name} ${required.parse(inputSchema).required.sort().join(",")}`,
    );
    const digest = createHash("sha256").update(lines.sort().join("\n")).digest("hex");
    expect({ version: transport.driverVersion, tools: tools.length, digest }).toEqual({
      version: "0.28.2",
      tools: 59,
      digest: "7d6853fe3f57bcd35f905cde18e592f2c801a8be4bb40a981728ca335126eafc",
    });
  });

  it("has schemas that can all be read, most of which refuse an unknown argument", () => {
    const checks = tools.map(({ name, inputSchema }) => compileChecker(name, inputSchema)({ "no such argument": 1 }));
    expect(checks.filter((check) => !check.ok && check.message.includes("cannot be read"))).toEqual([]);
    // These seven do not declare that they know all their arguments.
    const open = tools.filter((_, at) => checks[at]?.ok).map(({ name }) => name);
    expect(open.sort()).toEqual([
      "browser_prepare",
      "end_session",
      "get_browser_state",
      "get_session",
      "get_session_state",
      "list_sessions",
      "start_session",
    ]);
  });
});
