import { type Fixture, type Sentinel, startFixture, startSentinel } from "@beans-picker/fixture";
import type { Action, Role } from "@beans-picker/desktop";
import { createLogger } from "@beans-picker/ipc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { desktopEnv, findNode } from "../../testing/desktop.js";
import { ample, eventually } from "../../testing/scripted.js";

describe.runIf(process.platform === "linux")("typing, appending, selecting and folding behind another window", () => {
  let backend: DesktopBackend;
  let fixture: Fixture;
  let sentinel: Sentinel;

  beforeAll(async () => {
    const env = desktopEnv();
    fixture = await startFixture({ env });
    sentinel = await startSentinel({ env });
    await sentinel.waitFor(({ active }) => active);
    backend = createBackend("linux", process.env, createLogger("test", "silent"));
  });
  afterAll(async () => {
    await backend.close();
    await sentinel.stop();
    await fixture.stop();
  });

  async function perform(role: Role, label: string | undefined, action: (handle: number) => Action) {
    const look = await backend.look(fixture, ample());
    const node = findNode(look, label === undefined ? [role] : [role, label]);
    return await backend.perform(look, action(node.handle), ample());
  }

  it("appends to the code unit after what the field holds, line breaks and outer spaces too", async () => {
    await fixture.set({ body: "todo:\n" });
    const text = " buy milk \u{1f600}\n";
    const done = await perform("textarea", undefined, (handle) => ({ kind: "append", handle, text }));
    expect(done).toMatchObject({ delivery: "delivered" });
    await eventually("the note holds both", async () => (await fixture.state()).body === `todo:\n${text}`);
  });

  it("types at the caret of a field, whole and at one place", async () => {
    await fixture.set({ name: "Ada" });
    const done = await perform("textfield", "Name", (handle) => ({ kind: "type_into", handle, text: "\u00e9" }));
    expect(done).toMatchObject({ delivery: "delivered" });
    const places = ["\u00e9Ada", "A\u00e9da", "Ad\u00e9a", "Ada\u00e9"];
    await eventually("the name holds it", async () => places.includes((await fixture.state()).name));
  });

  it("refuses a context menu and a drag, which would need the pointer or the keyboard of the app in front", async () => {
    const menu = await perform("button", "Save", (handle) => ({ kind: "context_menu", handle }));
    expect(menu).toMatchObject({ delivery: "not_delivered", refusal: { code: "foreground_required" } });
    const drag = await perform("button", "Save", (handle) => ({ kind: "drag", handle, to: { dx: 5, dy: 5 } }));
    expect(drag).toMatchObject({ delivery: "not_delivered", refusal: { code: "background_unavailable" } });
  });

  it("presses the keys of a keypad in order", async () => {
    const before = (await fixture.state()).saves;
    const done = await perform("button", "Save", (handle) => ({
      kind: "keypad",
      keys: [
        { key: "1", handle },
        { key: "1", handle },
      ],
    }));
    expect(done).toMatchObject({ delivery: "delivered" });
    await eventually("both presses arrived", async () => (await fixture.state()).saves === before + 2);
  });

  it("selects a row, and folds and unfolds it", async () => {
    const look = await backend.look(fixture, ample());
    const row = look.snapshot.nodes.find(({ states }) => states.expanded === false);
    expect(row).toBeDefined();
    if (row === undefined) return;
    const fold = async (expanded: boolean) => {
      const now = await backend.look(fixture, ample());
      const again = now.snapshot.nodes.find(({ label, role }) => label === row.label && role === row.role);
      return await backend.perform(now, { kind: "expand", handle: again?.handle ?? -1, expanded }, ample());
    };
    expect(await fold(true)).toMatchObject({ delivery: "delivered" });
    await eventually("it is open", async () => (await fixture.state()).treeExpanded.includes(row.label));
    expect(await fold(true)).toMatchObject({ delivery: "delivered", route: [] });
    expect(await fold(false)).toMatchObject({ delivery: "delivered" });
    await eventually("it is closed", async () => (await fixture.state()).treeExpanded.length === 0);
    const selected = await perform(row.role, row.label, (handle) => ({ kind: "select", handle }));
    expect(selected).toMatchObject({ delivery: "delivered" });
    await eventually("it is selected", async () => (await fixture.state()).treeSelection === row.label);
  });
});
