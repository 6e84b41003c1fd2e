import { describe, expect, it } from "vitest";

import { markedCommands, mentioning } from "./testing/outside.js";
import setup from "./vitest-setup.js";

describe("the vitest set-up", () => {
  it("gives one project a desktop and takes it away, without touching this process", async () => {
    const before = { ...process.env };
    const project: { config: { env: Partial<Record<string, string>> } } = { config: { env: { KEPT: "yes" } } };
    const teardown = await setup(project);
    const { env } = project.config;
    expect(env).toMatchObject({ KEPT: "yes", DISPLAY: mentioning(/^:\d+$/), NO_AT_BRIDGE: "0" });
    expect(env).not.toHaveProperty("PATH");
    expect(process.env).toEqual(before);
    const id = env["BEANS_SANDBOX_ID"] ?? "";
    expect(markedCommands(id)).toContain("Xvfb");
    await teardown();
    expect(markedCommands(id)).toEqual([]);
  });
});
