import { describe, expect, it } from "vitest";
import { createRecordingSlot } from "./recording.js";

const started = (id: string) => (): Promise<{ recordingId: string }> => Promise.resolve({ recordingId: id });

describe("the recording of a client", () => {
  it("is lost with the watcher that made it, also while it is being stopped [code.recording_lost]", async () => {
    const slot = createRecordingSlot();
    await slot.hold("/a.mp4", started("1"));
    const taken = slot.take();
    if (taken === undefined) throw new Error("nothing was held");
    expect([slot.held, slot.isLost(taken)]).toEqual([undefined, false]);
    slot.watcherLost();
    slot.putBack(taken);
    expect([slot.held, slot.isLost(taken)]).toEqual([taken, true]);
  });

  it("is lost when its watcher's end is told before its answer is", async () => {
    const slot = createRecordingSlot();
    await slot.hold("/a.mp4", () => {
      slot.watcherLost();
      return started("1")();
    });
    expect(slot.held && slot.isLost(slot.held)).toBe(true);
    await slot.hold("/b.mp4", started("2"));
    expect(slot.held && slot.isLost(slot.held)).toBe(false);
  });

  it("is not replaced by an older one that could not be stopped", async () => {
    const slot = createRecordingSlot();
    await slot.hold("/a.mp4", started("1"));
    const taken = slot.take();
    await slot.hold("/b.mp4", started("2"));
    if (taken !== undefined) slot.putBack(taken);
    expect(slot.held?.id).toBe("2");
  });
});
