import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindMenu, bindNode } from "./bind.js";
import { linuxLook, type Element } from "../../testing/driver-state.js";

const button = (label: string): Element => ({ role: "push button", label, actions: ["click"] });
const entry: Element = { role: "text", actions: ["activate"] };
const origin = { x: 100, y: 100 };

function handleOf(look: ReturnType<typeof linuxLook>, label: string, rank = 0): number {
  const node = look.snapshot.nodes.filter((one) => one.label === label)[rank];
  if (node === undefined) throw new Error(`no ${label}`);
  return node.handle;
}

describe("finding a control again", () => {
  it("follows a button that other controls pushed down [perform.rebind]", () => {
    const before = linuxLook([button("Cancel"), button("Save")]);
    const now = linuxLook([button("New"), button("Cancel"), button("Save")]);
    expect(bindNode(before.snapshot, handleOf(before, "Save"), now)).toMatchObject({
      ok: true,
      bound: { token: "t2", node: { label: "Save" } },
    });
  });

  it("never gives another button's token, wherever buttons are added or removed", () => {
    const names = fc.uniqueArray(fc.constantFrom("A", "B", "C", "D", "E", "F", "G", "H"), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(names, names, (old, next) => {
        const before = linuxLook(old.map(button));
        const now = linuxLook(next.map(button));
        for (const label of old) {
          const binding = bindNode(before.snapshot, handleOf(before, label), now);
          if (!next.includes(label)) expect(binding).toMatchObject({ ok: false, refusal: { code: "target_gone" } });
          else expect(binding).toMatchObject({ ok: true, bound: { token: `t${String(next.indexOf(label))}` } });
        }
      }),
    );
  });

  it("refuses when the control now has a twin", () => {
    const before = linuxLook([button("Delete")]);
    const now = linuxLook([button("Delete"), button("Delete")]);
    expect(bindNode(before.snapshot, handleOf(before, "Delete"), now)).toMatchObject({
      ok: false,
      refusal: { code: "target_gone" },
    });
  });

  it("takes one of two twins only while the window is unchanged", () => {
    const before = linuxLook([button("Delete"), button("Delete")]);
    const second = handleOf(before, "Delete", 1);
    expect(bindNode(before.snapshot, second, linuxLook([button("Delete"), button("Delete")]))).toMatchObject({
      ok: true,
      bound: { token: "t1" },
    });
    const changed = linuxLook([button("Other"), button("Delete"), button("Delete")]);
    expect(bindNode(before.snapshot, second, changed)).toMatchObject({ ok: false, refusal: { code: "target_gone" } });
  });

  it("takes a field without a name only at its old place in the window, which may itself have moved", () => {
    const before = linuxLook([entry, button("Save")]);
    const field = before.snapshot.nodes.find(({ role }) => role === "textfield")?.handle ?? -1;
    const moved = linuxLook([entry, button("Save")], { x: origin.x + 40, y: origin.y - 7 });
    expect(bindNode(before.snapshot, field, moved)).toMatchObject({ ok: true, bound: { token: "t0" } });
    const other = linuxLook([button("New"), entry, button("Save")]);
    expect(bindNode(before.snapshot, field, other)).toMatchObject({ ok: false, refusal: { code: "target_gone" } });
  });

  it("says that a control became disabled", () => {
    const before = linuxLook([button("Send")]);
    const now = linuxLook([{ ...button("Send"), listed: false }]);
    expect(bindNode(before.snapshot, handleOf(before, "Send"), now)).toMatchObject({
      ok: false,
      refusal: { code: "target_disabled" },
    });
  });

  it("is refused for a handle that the look never had", () => {
    const look = linuxLook([button("Send")]);
    expect(bindNode(look.snapshot, 99, look)).toMatchObject({ ok: false, refusal: { code: "target_gone" } });
    expect(bindMenu(look.snapshot, 99, look)).toMatchObject({ ok: false, refusal: { code: "menu_item_gone" } });
  });
});

describe("finding a menu command again", () => {
  const menu = (items: Element[]): Element[] => [
    { role: "menu", label: "File", actions: ["click"], depth: 3, frame: { x: 100, y: 100, w: 40, h: 20 } },
    ...items.map((item) => ({ ...item, depth: 4, frame: undefined })),
    button("Save"),
  ];
  const item = (label: string): Element => ({ role: "menu item", label, actions: ["click"] });
  const commandOf = (look: ReturnType<typeof linuxLook>, title: string) =>
    look.snapshot.menus.find(({ path }) => path.at(-1) === title)?.handle ?? -1;

  it("goes by its path", () => {
    const before = linuxLook(menu([item("Open"), item("Print")]));
    const now = linuxLook(menu([item("New"), item("Open"), item("Print")]));
    expect(bindMenu(before.snapshot, commandOf(before, "Print"), now)).toMatchObject({
      ok: true,
      bound: { token: "t3" },
    });
  });

  it("tells a command that is gone from one that is disabled", () => {
    const before = linuxLook(menu([item("Open"), item("Print")]));
    const print = commandOf(before, "Print");
    const gone = linuxLook(menu([item("Open")]));
    expect(bindMenu(before.snapshot, print, gone)).toMatchObject({ refusal: { code: "menu_item_gone" } });
    const disabled = linuxLook(menu([item("Open"), { ...item("Print"), listed: false }]));
    expect(bindMenu(before.snapshot, print, disabled)).toMatchObject({ refusal: { code: "menu_item_disabled" } });
  });
});
