import { describe, expect, it } from "vitest";
import { normaliseAtspi } from "./normalise-atspi.js";
import { normaliseLinux } from "./normalise-linux.js";
import { identify } from "./keys.js";
import { atspiRoles } from "./roles-atspi.js";
import { snapshot as snapshotSchema } from "./snapshot.js";
import { windowOf } from "./testing/accessible.js";
import { agreementOf } from "./testing/agreement.js";
import { atspiRecordings, readAtspiRecording, readingOf } from "./testing/atspi-recordings.js";
import { lookAt, readRecording } from "./testing/recordings.js";

function bothWays(name: string) {
  const recorded = readRecording(name);
  const driver = normaliseLinux(lookAt(recorded)).snapshot;
  const reading = readingOf(readAtspiRecording(name), driver.window.title);
  const { bounds, title } = driver.window;
  const window = windowOf({ title, ...(bounds === undefined ? {} : { bounds }) });
  return { driver, reading, ...normaliseAtspi({ reading, window, backend: "atspi" }) };
}

describe.each(atspiRecordings)("the recorded window %s over AT-SPI", (name) => {
  const { snapshot, refs, driver, reading } = bothWays(name);

  it("gives a valid snapshot with one object for every handle [snapshot.honest]", () => {
    expect(snapshotSchema.safeParse(snapshot).success).toBe(true);
    const handles = [...snapshot.nodes, ...snapshot.menus].map(({ handle }) => handle);
    expect([...refs.keys()].sort((a, b) => a - b)).toEqual(handles.sort((a, b) => a - b));
    expect(new Set([...refs.values()].map(({ path }) => path)).size).toBe(refs.size);
    expect(snapshot.completeness).toMatchObject({ complete: true, total: reading.total });
  });

  it("knows every native role, or goes by its number", () => {
    const unknown = snapshot.nodes.filter(({ role }) => role === "unknown");
    expect(unknown.filter(({ operable }) => operable)).toEqual([]);
    expect(atspiRoles.size).toBeGreaterThan(100);
  });

  it("differs from what the driver shows only where one of them cannot know better [identity.both-back-ends]", () => {
    const { differences } = agreementOf(driver, snapshot);
    expect(differences.filter(({ why }) => why === "unexplained")).toEqual([]);
  });

  it("puts every frame where the driver has the same control", () => {
    const places = identify(snapshot);
    const byKey = new Map([...identify(driver)].map(([handle, { key }]) => [key, handle]));
    const nodes = new Map(driver.nodes.map((node) => [node.handle, node]));
    for (const node of snapshot.nodes) {
      const twin = nodes.get(byKey.get(places.get(node.handle)?.key ?? "") ?? -1);
      if (twin?.frame === undefined || node.frame === undefined) continue;
      // The driver's frames of Chromium are five pixels off.
      expect([
        node.label,
        Math.abs(twin.frame.x - node.frame.x) <= 6,
        Math.abs(twin.frame.y - node.frame.y) <= 6,
      ]).toEqual([node.label, true, true]);
    }
  });
});

it("finds nine of ten keys of the driver again [identity.both-back-ends]", () => {
  const all = atspiRecordings.map((name) => {
    const { driver, snapshot } = bothWays(name);
    return agreementOf(driver, snapshot);
  });
  const compared = all.reduce((sum, one) => sum + one.compared, 0);
  expect(compared).toBeGreaterThan(500);
  expect(all.reduce((sum, one) => sum + one.equal, 0) / compared).toBeGreaterThan(0.9);
});

describe("what the driver cannot read", () => {
  it("is there: texts, choices, mixed boxes, placeholders and names of buttons [value.exact]", () => {
    const settings = bothWays("chromium-settings-main").snapshot.nodes;
    const called = (label: string) => settings.find((node) => node.label === label && node.role !== "text");
    expect(called("Bio")).toMatchObject({
      role: "textarea",
      rawValue: "  Hello there,\nsecond line ",
      valueExact: true,
    });
    expect(called("Time zone")).toMatchObject({ role: "popup", rawValue: "UTC", valueExact: true });
    expect(called("Select all")?.states.checked).toBe("mixed");
    expect(called("Discard")).toMatchObject({ operable: false, states: { enabled: false } });
    const calculator = bothWays("gnome-calculator-main").snapshot.nodes;
    expect(calculator.find(({ role, rawValue }) => role === "textarea" && rawValue !== "")).toMatchObject({
      rawValue: "12×7",
      valueExact: true,
    });
    const replace = bothWays("featherpad-replace").snapshot.nodes;
    expect(
      replace.filter(({ role }) => role === "textfield").map(({ label, placeholder }) => [label, placeholder]),
    ).toEqual([
      ["", "Search..."],
      ["Find:", "To be replaced"],
      ["Replace with:", "Replacing text"],
    ]);
    expect(replace.map(({ label }) => label)).toEqual(expect.arrayContaining(["Match Case", "Replace all"]));
  });

  it("includes which cells are checked, each called by its row", () => {
    const cells = bothWays("zenity-checklist-main").snapshot.nodes.filter(({ states }) => states.checked !== undefined);
    expect(cells.slice(0, 4).map(({ label }) => label)).toEqual(["Cheese", "Olives", "Mushrooms", "Onion"]);
    expect(new Set(cells.map(({ states }) => states.checked))).toEqual(new Set([true, false]));
  });

  it("never includes what is in a secure field [secure.nothing-shown]", () => {
    for (const name of ["zenity-forms-filled", "zenity-password-filled", "chromium-login-filled"]) {
      const { snapshot } = bothWays(name);
      expect(snapshot.nodes.some(({ role }) => role === "securefield")).toBe(true);
      expect(JSON.stringify(snapshot)).not.toMatch(/[●•]/);
    }
  });

  it("gives a form the same keys empty and filled [identity.without-content]", () => {
    const keys = (name: string) => [...identify(bothWays(name).snapshot).values()].map(({ key }) => key);
    expect(keys("zenity-forms-filled")).toEqual(keys("zenity-forms-empty"));
  });
});
