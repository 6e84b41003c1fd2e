import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFixture } from "@beans-picker/fixture";
import { expect, it } from "vitest";
import { definedEnv, openSession } from "./testing/session.js";

it("tries what ended in a verified done first, in another session too, and keeps no word of it [rank.cache]", async () => {
  const cache = mkdtempSync(join(tmpdir(), "bp-memory-"));
  const fixture = await startFixture({ env: definedEnv() });
  const target = { pid: fixture.pid, windowId: fixture.windowId };
  const file = join(cache, "beans-picker", "decisions.json");
  try {
    for (const [text, rule] of [
      ["Ada", undefined],
      ["Grace", "remembered"],
    ] as const) {
      const session = await openSession({ BEANS_PICKER_CACHE: "", XDG_CACHE_HOME: cache });
      const found = await session.call("act", { ...target, instruction: "enter the name", text });
      expect(found).toMatchObject({ status: "done" });
      if (rule !== undefined) expect(found).toMatchObject({ pick: { rule } });
      await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true);
      await session.close();
    }
    expect(readFileSync(file, "utf8")).not.toMatch(/name|enter|ada|grace/i);
  } finally {
    await fixture.stop();
    rmSync(cache, { recursive: true, force: true });
  }
});
