import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startFixture, startSentinel } from "@beans-picker/fixture";
import { describe, expect, it } from "vitest";
import { definedEnv, openSession } from "./testing/session.js";

const program = fileURLToPath(new URL("../../../native/watcher/.build/window-watcher", import.meta.url));
const built = existsSync(program);
if (!built) console.log("The native watcher is not built, so its test is skipped: `npm run swift:test` builds it.");

describe.skipIf(!built)("the native watcher in place of our own", () => {
  it("watches the front while an app behind is acted on, and ends with the server", async () => {
    const env = definedEnv();
    const session = await openSession({ BEANS_PICKER_WATCHER: program });
    const fixture = await startFixture({ env });
    const sentinel = await startSentinel({ env, title: "Sentinel" });
    try {
      await sentinel.waitFor((state) => state.active);
      const target = { pid: fixture.pid, windowId: fixture.windowId };
      const result = await session.call("act", { ...target, instruction: "turn on Newsletter" });
      expect(result).toMatchObject({ status: "done" });
      expect(result.frontUnwatched).toBeUndefined();
      expect(await fixture.state()).toMatchObject({ newsletter: true });
    } finally {
      await session.close();
      await Promise.all([fixture.stop(), sentinel.stop()]);
    }
  });
});
