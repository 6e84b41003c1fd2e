import {
  startPalette,
  startSentinel,
  type PaletteState,
  type RecordedWindow,
  type Sentinel,
} from "@beans-picker/fixture";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definedEnv, openSession, type TestSession } from "./testing/session.js";

describe("colours that have no name, behind another window", () => {
  let session: TestSession;
  let palette: RecordedWindow<PaletteState>;
  let sentinel: Sentinel;
  let target: { pid: number; windowId: number };

  beforeAll(async () => {
    session = await openSession();
    palette = await startPalette({ env: definedEnv() });
    target = { pid: palette.pid, windowId: palette.windowId };
    sentinel = await startSentinel({ env: definedEnv() });
    await sentinel.waitFor(({ active }) => active);
  });
  afterAll(async () => {
    await session.close();
    await sentinel.stop();
    await palette.stop();
  });

  const offered = async (): Promise<{ id: string; does: string }[]> =>
    (await session.call("observe", { ...target, limit: 200 })).candidates ?? [];

  it("are offered by what they show, in a colour chooser and as plain buttons, greys left out [candidates.colours]", async () => {
    const does = (await offered()).map((one) => one.does);
    const showing = does.flatMap((text) => /^click (button|radio button) .*showing (.+)$/u.exec(text)?.slice(1) ?? []);
    expect(showing).toEqual(
      expect.arrayContaining(["red #E01B24", "purple #9141AC", "yellow #F6D32D", "orange #FF7800", "green #2EC27E"]),
    );
    expect(does.filter((text) => text.includes("#808080"))).toEqual([]);
  });

  it("are chosen in GTK's own chooser by their colour, and the choice is read back", async () => {
    const purple = (await offered()).find(({ does }) => does.includes("#9141AC"));
    const answer = await session.call("act", { ...target, instruction: "purple", candidateId: purple?.id ?? "" });
    expect(answer).toMatchObject({ status: "done", delivery: "delivered" });
    await palette.waitFor(({ chosen }) => chosen === "#9141AC");
  });

  it("are pressed by the words of an instruction", async () => {
    const answer = await session.call("act", { ...target, instruction: "press the pink button" });
    expect(answer).toMatchObject({ delivery: "delivered", action: { does: "click button showing pink #C061CB" } });
    await palette.waitFor(({ pressed }) => pressed === "#C061CB");
  });

  it("keep their ids, whatever picture was taken", async () => {
    const [one, other] = [await offered(), await offered()];
    expect(other.map(({ id }) => id)).toEqual(one.map(({ id }) => id));
  });
});
