import { startPalette, type PaletteState, type RecordedWindow } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import type { Performed } from "@beans-picker/desktop";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { act, desktopEnv } from "../../testing/desktop.js";

describe.runIf(process.platform === "linux")("an option that may not be undoable, found only while acting", () => {
  let backend: DesktopBackend;
  let palette: RecordedWindow<PaletteState>;

  beforeAll(async () => {
    palette = await startPalette({ env: desktopEnv() });
    backend = createBackend("linux", process.env, createLogger("test", "silent"));
  });
  afterAll(async () => {
    await backend.close();
    await palette.stop();
  });

  const choose = (text: string, confirmed?: boolean): Promise<Performed> =>
    act(backend, palette, ["popup"], {
      kind: "choose_option",
      text,
      ...(confirmed !== undefined && { confirmed }),
    });

  it("is refused until somebody agreed, and nothing is chosen [action.confirmed]", async () => {
    expect(await choose("Delete all colours")).toMatchObject({
      delivery: "not_delivered",
      refusal: { code: "needs_confirmation" },
    });
    expect(await choose("Delete all colours", false)).toMatchObject({ delivery: "not_delivered" });
    // What is sent afterwards is done afterwards: had the refused one been sent, it would be in the record.
    expect(await choose("Sort the colours")).toMatchObject({ delivery: "delivered" });
    const { events } = await palette.waitFor(({ cleanup }) => cleanup === "Sort the colours");
    expect(events.filter(({ name }) => name === "changed:cleanup")).toHaveLength(1);
  });

  it("is chosen once somebody agreed", async () => {
    expect(await choose("Delete all colours", true)).toMatchObject({ delivery: "delivered" });
    await palette.waitFor(({ cleanup }) => cleanup === "Delete all colours");
  });
});
