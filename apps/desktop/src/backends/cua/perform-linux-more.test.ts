import type { Action } from "@beans-picker/desktop";
import { describe, expect, it } from "vitest";
import { linuxLook, window, type Element } from "../../testing/driver-state.js";
import { planLinux } from "./perform-linux.js";

const elements: Element[] = [
  { role: "push button", label: "1", actions: ["click"] },
  { role: "push button", label: "2", actions: ["click"] },
  { role: "text", label: "", value: "Ada", actions: ["activate"] },
  { role: "table cell", label: "Row", actions: ["expand or contract", "edit", "activate"] },
];
const look = linuxLook(elements);
const handles = look.snapshot.nodes.filter(({ operable }) => operable).map(({ handle }) => handle);

function planned(action: Action) {
  const plan = planLinux(look.snapshot, action, look, window);
  return plan.ok ? plan.calls.map(({ tool, args }) => [tool, args["element_token"]]) : plan.refusal.code;
}
const [one = -1, two = -1, field = -1, row = -1] = handles;

describe("what the driver of Linux is never asked", () => {
  it("is to type: it counts bytes for characters, so typing at a caret is refused", () => {
    expect(planned({ kind: "type_into", handle: field, text: "é" })).toBe("background_unavailable");
    expect(planned({ kind: "type_into", handle: field, text: "plain" })).toBe("background_unavailable");
  });

  it("is to append to a text that is not known to the code unit", () => {
    expect(planned({ kind: "append", handle: field, text: "b" })).toBe("caret_refused");
  });

  it("is a context menu or a drag, which it could only do in the foreground", () => {
    expect(planned({ kind: "context_menu", handle: row })).toBe("foreground_required");
    expect(planned({ kind: "drag", handle: row, to: { dx: 1, dy: 1 } })).toBe("background_unavailable");
  });

  it("is to fold a row, whose press opens what it stands for", () => {
    expect(planned({ kind: "expand", handle: row, expanded: true })).toBe("background_unavailable");
  });

  it("is a keypad key that is gone: all are found before the first is pressed", () => {
    const keys = [
      { key: "1", handle: one },
      { key: "9", handle: 4711 },
    ];
    expect(planned({ kind: "keypad", keys })).toBe("target_gone");
  });
});

describe("a keypad through the driver of Linux", () => {
  it("is pressed key by key, in order, repeated keys too", () => {
    const keys = [one, two, one].map((handle, at) => ({ key: String(at), handle }));
    expect(planned({ kind: "keypad", keys })).toEqual([
      ["click", "t0"],
      ["click", "t1"],
      ["click", "t0"],
    ]);
  });
});
