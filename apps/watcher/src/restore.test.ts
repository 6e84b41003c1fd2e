import type { Front } from "@beans-picker/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restoreFront, type RestoreOrder } from "./restore.js";

const named = (pid: number): Front => ({ pid, windowId: pid * 10, app: `App ${pid}`, title: null });
const [work, mail, thief] = [named(1), named(2), named(9)];

/** A desktop whose window manager puts the wanted window in front at the look of that number, or never. */
function desk(front: Front, obeysAtLook: number, alive: readonly Front[] = [work, mail, thief]) {
  const asked: number[] = [];
  const pauses: number[] = [];
  let looks = 0;
  return {
    asked,
    pauses,
    front: () => {
      if (asked.length > 0) looks += 1;
      const wanted = alive.find(({ windowId }) => windowId === asked.at(-1));
      // The first look after asking comes before any pause.
      return Promise.resolve(wanted !== undefined && looks > obeysAtLook ? wanted : front);
    },
    windowOf: ({ pid, windowId }: { pid: number | null; windowId: number | null }) =>
      Promise.resolve(alive.find((one) => one.windowId === windowId || one.pid === pid)?.windowId ?? null),
    activate: (windowId: number) => {
      asked.push(windowId);
      return Promise.resolve();
    },
    chosen: () => Promise.resolve<Front | null>(null),
    pause: (ms: number) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  };
}

const order: RestoreOrder = { from: [9], to: null, history: [mail, work, thief], byPerson: false, evenPerson: false };

describe("putting the front back", () => {
  it("asks once for what was in front before, and says restored when it is seen there [front.restore]", async () => {
    const there = desk(thief, 3);
    expect(await restoreFront(there, order)).toEqual({ outcome: "restored", front: work, checks: 3 });
    expect(there.asked).toEqual([work.windowId]);
  });

  it("looks six times, 50 ms apart, and then says that it was refused [front.restore]", async () => {
    const there = desk(thief, 100);
    expect(await restoreFront(there, order)).toEqual({ outcome: "refused", front: thief, checks: 6 });
    expect(there.pauses).toEqual([50, 50, 50, 50, 50, 50]);
    expect(there.asked).toHaveLength(1);
  });

  it("does nothing when no app of those is in front, or a person brought it there", async () => {
    const calm = desk(work, 0);
    expect(await restoreFront(calm, order)).toMatchObject({ outcome: "not_needed", checks: 0 });
    const person = desk(thief, 0);
    expect(await restoreFront(person, { ...order, byPerson: true })).toMatchObject({ outcome: "person", checks: 0 });
    expect([...calm.asked, ...person.asked]).toEqual([]);
    expect(await restoreFront(person, { ...order, byPerson: true, evenPerson: true })).toMatchObject({
      outcome: "restored",
    });
  });

  it("gives a person the window that they choose meanwhile, also when the restore has overtaken them [front.person]", async () => {
    // Whatever was asked for last is in front at once: the restore came after the person's press.
    const there = { ...desk(thief, 0), chosen: () => Promise.resolve(mail) };
    expect(await restoreFront(there, order)).toEqual({ outcome: "person", front: mail, checks: 2 });
    expect(there.asked).toEqual([work.windowId, mail.windowId]);
  });

  it("asks for the window that a person chose no more than once", async () => {
    const there = { ...desk(thief, 100), chosen: () => Promise.resolve(mail) };
    expect(await restoreFront(there, order)).toMatchObject({ outcome: "refused", checks: 6 });
    expect(there.asked).toEqual([work.windowId, mail.windowId]);
  });

  it("goes further back when the app before has no window any more, and gives up when nobody is left", async () => {
    expect(await restoreFront(desk(thief, 1, [mail, thief]), order)).toMatchObject({
      outcome: "restored",
      front: mail,
    });
    expect(await restoreFront(desk(thief, 1, [thief]), order)).toMatchObject({ outcome: "nobody", front: thief });
  });

  it("never asks for a window of an app that must not be in front, and at most once for any [front.restore]", async () => {
    const pids = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(pids), fc.array(pids, { minLength: 1 }), pids, async (past, from, now) => {
        const there = desk(named(now), 2, [1, 2, 3, 4].map(named));
        await restoreFront(there, { ...order, from, history: past.map(named) });
        expect(there.asked.length).toBeLessThanOrEqual(1);
        for (const windowId of there.asked) expect(from.map((pid) => pid * 10)).not.toContain(windowId);
      }),
    );
  });
});
