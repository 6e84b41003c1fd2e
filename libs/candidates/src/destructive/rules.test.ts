import { describe, expect, it } from "vitest";
import { buildCandidates } from "../build.js";
import { windowOf, type Sketch } from "@beans-picker/desktop/sketch";
import { withText } from "../with-text.js";
import { destructiveCategory } from "./rules.js";

describe("destructiveCategory", () => {
  it.each([
    ["Delete", "removal"],
    ["Delete note", "removal"],
    ["Remove…", "removal"],
    ["Move to Trash", "removal"],
    ["Erase All Content", "removal"],
    ["Clear history", "removal"],
    ["Replace All", "removal"],
    ["Don't Save", "discard"],
    ["Don’t Save", "discard"],
    ["Close without Saving", "discard"],
    ["Reset", "discard"],
    ["_Quit", "session"],
    ["Close", "session"],
    ["Log out", "session"],
    ["Hide", "session"],
    ["Hide Others", "session"],
    ["Send", "outbound"],
    ["Submit", "outbound"],
    ["Confirm", "outbound"],
    ["Approve", "outbound"],
    ["Share", "outbound"],
    ["Clear and send", "outbound"],
    ["Pay now", "money"],
    ["Buy", "money"],
    ["Transfer", "money"],
    ["Book", "money"],
    ["Unsubscribe", "money"],
    ["Publish", "publish"],
    ["Deploy", "publish"],
    ["Merge pull request", "publish"],
    ["送信", "outbound"],
    ["購入", "money"],
    ["公開", "publish"],
    ["削除", "removal"],
    ["保存しない", "discard"],
    ["ログアウト", "session"],
    ["Ｄｅｌｅｔｅ", "removal"],
    ["De\u200Blete", "removal"],
    ["De\u00ADlete", "removal"],
    ["DELETE!", "removal"],
  ])("finds %j to be %s [candidates.destructive]", (label, category) => {
    expect(destructiveCategory(label)).toBe(category);
  });

  it.each([
    "Preset",
    "Presets…",
    "Enclosed",
    "Sender",
    "Shared with me",
    "Buyer",
    "Sleeping",
    "Deleted items",
    "Closest match",
    "Hide Binary",
    "Hide Toolbar",
    "Close Paren",
    "Replace…",
    "Send to Back",
    "Merge cells",
    "Reset zoom",
    "Booking reference",
    "Undo Delete",
    "Clear",
    "Save",
    "Payment method",
    "送信者",
    "非公開",
    "ブロック",
    "終了日",
    "",
  ])("finds %j harmless [candidates.destructive_words]", (label) => {
    expect(destructiveCategory(label)).toBeUndefined();
  });

  it.each(["delet e and, clo se ", "delete", "don't ", "… ", "削", "and "])(
    "takes time in proportion to 100 kB of %j",
    (unit) => {
      const started = performance.now();
      destructiveCategory(unit.repeat(Math.ceil(100_000 / unit.length)));
      // Quadratic work on 100 kB takes minutes; a busy machine takes a second.
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );
});

describe("destructive candidates", () => {
  const flagged = (nodes: readonly Sketch[], menus: Parameters<typeof windowOf>[0]["menus"] = []) =>
    buildCandidates(windowOf({ nodes, menus, app: "Notes" }))
      .filter(({ destructive, kind }) => destructive && kind !== "key")
      .map(({ does }) => does);

  it("are not text fields, whatever they are called", () => {
    expect(flagged([{ role: "textfield", label: "Delete" }])).toEqual([]);
  });

  it("are found by identifier and by help", () => {
    expect(flagged([{ role: "button", label: "OK", identifier: "deleteAll" }])).toHaveLength(1);
    expect(flagged([{ role: "button", label: "OK", help: "Will erase the disk" }])).toHaveLength(1);
    expect(flagged([{ role: "button", label: "Tidy", help: "Close gaps between words" }])).toEqual([]);
  });

  it("leave out a popover's own Close but not a sheet's", () => {
    const close = { role: "button", label: "Close" } as const;
    expect(flagged([{ role: "popover", inside: [close] }])).toEqual([]);
    expect(flagged([{ role: "popover", inside: [{ ...close, help: "Will discard the draft" }] }])).toHaveLength(1);
    expect(flagged([{ role: "sheet", inside: [close] }])).toHaveLength(1);
  });

  it("leave out the delete key of a keypad, and only that", () => {
    const digits = Array.from({ length: 10 }, (_, digit) => ({ role: "button", label: String(digit) }) as const);
    const keypad = (label: string): Sketch[] => [{ role: "group", inside: [...digits, { role: "button", label }] }];
    expect(flagged(keypad("Delete"))).toEqual([]);
    expect(flagged(keypad("Clear and send"))).toHaveLength(1);
    expect(flagged([{ role: "group", inside: [{ role: "button", label: "Delete" }] }])).toHaveLength(1);
  });

  it("leave out settings and tabs that only speak of an act, and long rows of content", () => {
    expect(flagged([{ role: "checkbox", label: "Close window after export" }])).toEqual([]);
    expect(flagged([{ role: "tab", label: "Share" }])).toEqual([]);
    expect(flagged([{ role: "checkbox", label: "Buy milk" }])).toEqual([]);
    expect(flagged([{ role: "listitem", label: "Send the report to Ada by Friday" }])).toEqual([]);
    expect(flagged([{ role: "switch", label: "Make public" }])).toHaveLength(1);
  });

  it("leave out table content and places, but not a row that is a command", () => {
    for (const label of ["sleep", "Quit", "Ctrl+Alt+Delete", "xfce4-session-logout", "Rent"]) {
      expect(flagged([{ role: "cell", label }])).toEqual([]);
    }
    expect(flagged([{ role: "listitem", label: "Trash" }])).toEqual([]);
    expect(flagged([{ role: "row", label: "Delete account" }])).toHaveLength(1);
    expect(flagged([{ role: "listitem", label: "Log out" }])).toHaveLength(1);
  });

  it("include menu commands by any level of their path; hiding only of an app", () => {
    const command = (handle: number, ...path: string[]) => ({ handle, path, enabled: true, operable: true });
    expect(
      flagged(
        [],
        [
          command(900, "View", "Hide Toolbar"),
          command(901, "Notes", "Hide Notes"),
          command(902, "File", "Share", "Mail"),
          command(903, "File", "Save"),
        ],
      ),
    ).toEqual(["menu Notes > Hide Notes", "menu File > Share > Mail"]);
  });

  it("include choosing an option that is destructive itself", () => {
    const choose = buildCandidates(windowOf({ nodes: [{ role: "popup", label: "Actions" }] })).find(
      ({ kind }) => kind === "choose_option",
    );
    expect(choose?.destructive).toBe(false);
    if (choose === undefined) return;
    expect(withText(choose, "Delete").destructive).toBe(true);
    expect(withText(choose, "Rename").destructive).toBe(false);
  });
});
