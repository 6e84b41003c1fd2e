import { randomFillSync } from "node:crypto";
import { PNG } from "pngjs";
import { afterEach, describe, expect, it } from "vitest";
import { window } from "../../testing/driver-state.js";
import { ample, rejection, ScriptedDriver, type ScriptedReply } from "../../testing/scripted.js";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.close();
});

async function scripted(replies: Record<string, ScriptedReply[]>) {
  const listed = { window_id: window.windowId, pid: window.pid, app_name: "probe", title: "Probe" };
  const driver = await ScriptedDriver.create({ windows: [listed], replies });
  const backend = driver.backend("linux");
  opened.push({ close: () => driver.remove() }, backend);
  return { driver, backend };
}

function picture(width: number, height: number, noisy = false): string {
  const png = new PNG({ width, height });
  if (noisy) randomFillSync(png.data);
  return PNG.sync.write(png).toString("base64");
}

const bounds = { x: 0, y: 0, width: 20, height: 10 };

describe("what the driver hands over", () => {
  it("is a picture with its size and scale", async () => {
    const structured = { screenshot_width: 40, screenshot_height: 20, window_bounds: bounds };
    const { driver, backend } = await scripted({ get_window_state: [{ images: [picture(40, 20)], structured }] });
    expect(await backend.captureWindow(window, ample())).toMatchObject({ width: 40, height: 20, scale: 2 });
    expect((await driver.calls("get_window_state"))[0]?.args).toMatchObject({ include_accessibility_tree: false });
  });

  it("is discarded when it is no picture, has another size than it says, or is missing [capture.checked]", async () => {
    const { backend } = await scripted({
      get_window_state: [
        { images: [Buffer.from("GIF89a".repeat(20)).toString("base64")], structured: { window_bounds: bounds } },
        { images: [picture(8, 8)], structured: { screenshot_width: 9, screenshot_height: 8 } },
        { structured: { screenshot_error: { code: "surface_identity_unproven" } } },
        { images: [picture(8, 8)], structured: { screenshot_frame_valid: false } },
        { isError: true, text: "no picture of a minimised window" },
        { images: [picture(8, 8)], structured: { window_id: window.windowId + 1 } },
      ],
    });
    const codes: string[] = [];
    for (let at = 0; at < 6; at += 1) codes.push((await rejection(backend.captureWindow(window, ample()))).code);
    expect(codes).toEqual([
      "unsafe_driver_output",
      "unsafe_driver_output",
      "capture_failed",
      "capture_failed",
      "capture_failed",
      "window_not_found",
    ]);
  });

  it("is asked for again at a smaller size when it would not fit a message", async () => {
    const { driver, backend } = await scripted({
      get_window_state: [{ images: [picture(1_800, 1_300, true)] }, { images: [picture(18, 13)] }],
    });
    expect(await backend.captureWindow(window, ample())).toMatchObject({ width: 18, height: 13 });
    const asked = (await driver.calls("get_window_state")).map(({ args }) => args["max_dimension"]);
    expect(asked).toEqual([16_384, 2_560]);
  });

  it("tells an app that is missing from one that did not start, and a window frame that was refused", async () => {
    const { backend } = await scripted({
      launch_app: [
        { isError: true, text: "Failed to launch: 'x' is not an executable on PATH and matches no installed app" },
        { isError: true, text: "Failed to launch: spawn error 13" },
      ],
      set_window_frame: [
        { isError: true, structured: { status: "refused", refusal: { code: "facility_unavailable" } } },
      ],
      clipboard_write: [
        { isError: true, structured: { status: "refused", refusal: { code: "protected_resource_scope_invalid" } } },
      ],
      clipboard_read: [{ isError: true, structured: { error_code: "clipboard_unavailable", status: "unavailable" } }],
    });
    const codes = [
      await rejection(backend.launch({ name: "x" }, ample())),
      await rejection(backend.launch({ name: "x" }, ample())),
      await rejection(backend.setWindowFrame(window, bounds, ample())),
      await rejection(backend.setWindowFrame({ ...window, windowId: 5 }, bounds, ample())),
      await rejection(backend.clipboardWrite({ imagePath: "/nowhere.png" }, ample())),
      await rejection(backend.clipboardRead(ample())),
    ].map(({ code }) => code);
    expect(codes).toEqual([
      "app_not_found",
      "launch_failed",
      "driver_error",
      "window_not_found",
      "bad_path",
      "unsupported",
    ]);
  });

  it("may be any list of windows: what is no window is left out, what is unknown stays unknown", async () => {
    const { backend } = await scripted({
      list_windows: [
        {
          structured: {
            windows: [{ window_id: 7, pid: null, is_on_screen: false, minimized: true }, { window_id: -1 }, 3],
          },
        },
        { structured: { windows: "none" } },
      ],
    });
    expect(await backend.listWindows({}, ample())).toEqual([
      {
        windowId: 7,
        pid: null,
        app: "",
        title: "",
        bounds: null,
        onScreen: false,
        minimized: true,
        layer: null,
        zIndex: null,
        spaces: null,
        onCurrentSpace: null,
      },
    ]);
    expect(await rejection(backend.listWindows({}, ample()))).toMatchObject({ code: "driver_error" });
  });
});
