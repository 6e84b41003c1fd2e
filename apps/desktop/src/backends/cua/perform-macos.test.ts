import { afterEach, describe, expect, it } from "vitest";
import { macosLook, macosState, window, type AxElement } from "../../testing/driver-state.js";
import { ample, ScriptedDriver, type Script } from "../../testing/scripted.js";
import { planMacos } from "./perform-macos.js";

/*
 * There is no Mac here. The window's answers follow the driver's macOS sources, and the process that gives them is the
 * scripted driver; what is checked is what would be sent.
 */
const base: AxElement[] = [
  { role: "AXWindow", label: "Probe", depth: 0 },
  { role: "AXButton", label: "Save", depth: 1, parent: 0 },
  { role: "AXTextField", label: "Name", value: "Ada", depth: 1, parent: 0 },
  { role: "AXPopUpButton", label: "Size", value: "Small", depth: 1, parent: 0 },
];
const open: AxElement[] = [
  ...base,
  { role: "AXMenu", depth: 2, parent: 3 },
  { role: "AXMenuItem", label: "Small", depth: 3, parent: 4 },
  { role: "AXMenuItem", label: " Large ", depth: 3, parent: 4 },
];
const windows = [{ window_id: window.windowId, pid: window.pid, app_name: "Probe", title: "Probe" }];

const drivers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of drivers.splice(0).reverse()) await part.close();
});

async function scripted(script: Script) {
  const driver = await ScriptedDriver.create({ windows, ...script });
  const backend = driver.backend("macos");
  drivers.push({ close: () => driver.remove() }, backend);
  const look = await backend.look(window, ample());
  const handle = (label: string) => look.snapshot.nodes.find((node) => node.label === label)?.handle ?? -1;
  return { driver, backend, look, handle };
}

describe("what is sent on macOS", () => {
  it("uses the token of the caller's look without another walk", async () => {
    const { driver, backend, look, handle } = await scripted({ state: macosState(base) });
    expect(await backend.perform(look, { kind: "click", handle: handle("Save") }, ample())).toMatchObject({
      delivery: "delivered",
    });
    expect(await driver.calls("get_window_state")).toHaveLength(1);
    expect(await driver.calls("click")).toMatchObject([
      { args: { element_token: "s00000001:1", delivery_mode: "background" } },
    ]);
  });

  it("looks again after a stale token and presses the control's new one", async () => {
    const { driver, backend, look, handle } = await scripted({ state: macosState(base) });
    await backend.look(window, ample());
    await driver.script({
      windows,
      state: macosState(
        [base[0] ?? [], { role: "AXButton", label: "New", depth: 1, parent: 0 }, ...base.slice(1)].flat(),
      ),
    });
    expect(await backend.perform(look, { kind: "click", handle: handle("Save") }, ample())).toMatchObject({
      delivery: "delivered",
    });
    expect((await driver.calls("click")).map(({ args }) => args["element_token"])).toEqual([
      "s00000001:1",
      "s00000003:2",
    ]);
  });

  it("opens a pop-up, presses the option and leaves no menu open", async () => {
    const { driver, backend, look, handle } = await scripted({ state: macosState(base) });
    await driver.script({ windows, state: macosState(open) });
    const performed = await backend.perform(
      look,
      { kind: "choose_option", handle: handle("Size"), text: "Large" },
      ample(),
    );
    expect(performed.delivery).toBe("delivered");
    const clicks = (await driver.calls("click")).map(({ args }) => args["element_token"]);
    expect(clicks).toEqual(["s00000001:3", "s00000002:6"]);
    // The scripted window still shows its menu, so it is closed.
    expect(await driver.calls("press_key")).toMatchObject([{ args: { key: "escape" } }]);
  });

  it("closes the pop-up again when it has no such option", async () => {
    const { driver, backend, look, handle } = await scripted({ state: macosState(base) });
    await driver.script({ windows, state: macosState(open) });
    const performed = await backend.perform(
      look,
      { kind: "choose_option", handle: handle("Size"), text: "Huge" },
      ample(),
    );
    expect(performed).toMatchObject({ delivery: "not_delivered", refusal: { code: "option_not_found" } });
    expect(performed.refusal?.message).toContain(`"Small", "Large"`);
    expect(await driver.calls("press_key")).toHaveLength(1);
  });

  it("retypes a web field, key by key at the field, and writes a native one", () => {
    const web: AxElement[] = [
      { role: "AXWindow", label: "Probe", depth: 0 },
      { role: "AXWebArea", label: "Page", depth: 1, parent: 0 },
      { role: "AXTextField", label: "City", value: "Rome", depth: 2, parent: 1 },
    ];
    const tools = (elements: AxElement[], label: string, text: string) => {
      const look = macosLook(elements);
      const handle = look.snapshot.nodes.find((node) => node.label === label)?.handle ?? -1;
      const plan = planMacos(look.snapshot, { kind: "set_value", handle, text }, look, window);
      return plan.ok ? plan.calls.map(({ tool, args }) => [tool, args["key"] ?? args["text"] ?? args["value"]]) : plan;
    };
    expect(tools(base, "Name", " Zoë ")).toEqual([["set_value", " Zoë "]]);
    expect(tools(web, "City", " Zoë ")).toEqual([
      ["press_key", "end"],
      ["press_key", "home"],
      ["type_text", " Zoë "],
    ]);
    expect(tools(web, "City", "")).toEqual([
      ["press_key", "end"],
      ["press_key", "home"],
      ["press_key", "delete"],
    ]);
  });
});
