import { windowOf, type Sketch } from "@beans-picker/desktop/sketch";
import { describe, expect, it } from "vitest";
import { listed, scriptedContext } from "../testing/context.js";
import { extractTool } from "./extract.js";
import { observeTool } from "./observe.js";

const showing = (nodes: readonly Sketch[]) => ({
  "windows.list": () => listed(),
  "snapshot.take": () => ({ snapshotId: "s-1", snapshot: windowOf({ nodes }) }),
});
const swatch = (x: number): Sketch => ({ role: "button", frame: { x, y: 0, width: 20, height: 20 } });

describe("a tool asks", () => {
  it("for no launch of an app that runs and has a window", async () => {
    const { context, asked } = scriptedContext(showing([{ role: "button", label: "Save" }]));
    const answer = await observeTool.call({ app: "App" }, context);
    expect(answer).toMatchObject({ window: { windowId: 1, pid: 1 } });
    expect(asked).toEqual(["windows.list", "snapshot.take"]);
  });

  it("no ranker for what to read on a window without any element: nothing is found", async () => {
    const { context, asked } = scriptedContext(showing([]));
    expect(await extractTool.call({ app: "App", instruction: "the total" }, context)).toMatchObject({
      status: "not_found",
    });
    expect(asked).toEqual(["windows.list", "snapshot.take"]);
  });

  it("for no picture of a window without swatches", async () => {
    const { context, asked } = scriptedContext(showing([swatch(0), swatch(30), { role: "button", label: "Save" }]));
    await observeTool.call({ app: "App" }, context);
    expect(asked).toEqual(["windows.list", "snapshot.take"]);
  });

  it("for one picture of a window with swatches, and offers them by their colours", async () => {
    const palette = windowOf({ nodes: [swatch(0), swatch(30), swatch(60)] });
    const { context, asked } = scriptedContext({
      ...showing([swatch(0), swatch(30), swatch(60)]),
      "snapshot.colours": () => ({
        snapshotId: "s-2",
        snapshot: palette,
        colours: palette.nodes
          .filter(({ role }) => role === "button")
          .map(({ handle }) => ({ handle, colour: "red #E01B24" })),
      }),
    });
    const answer = await observeTool.call({ app: "App" }, context);
    expect(asked).toEqual(["windows.list", "snapshot.take", "snapshot.colours"]);
    expect(JSON.stringify(answer)).toContain("button showing red #E01B24");
  });
});
