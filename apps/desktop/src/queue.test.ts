import { describe, expect, it } from "vitest";
import { Lanes, Slots } from "./queue.js";
import { rejection } from "./testing/scripted.js";

/** Nobody gives up. */
const never = () => new AbortController().signal;

/** A task that ends when told, and notes that it began. */
function manual(began: string[], name: string) {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  return {
    task: async () => {
      began.push(name);
      await done;
      return name;
    },
    finish: () => finish(),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("queues", () => {
  it("runs no more tasks at a time than there are slots, in the order they came", async () => {
    const slots = new Slots(2);
    const began: string[] = [];
    const tasks = ["a", "b", "c", "d"].map((name) => manual(began, name));
    const results = tasks.map(({ task }) => slots.run(never(), task));
    await turn();
    expect(began).toEqual(["a", "b"]);
    tasks[1]?.finish();
    await results[1];
    await turn();
    expect(began).toEqual(["a", "b", "c"]);
    for (const { finish } of tasks) finish();
    expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
    expect(slots.idle).toBe(true);
  });

  it("keeps actions on one process apart and lets those on others pass", async () => {
    const lanes = new Lanes();
    const began: string[] = [];
    const [first, second, other] = [manual(began, "1a"), manual(began, "1b"), manual(began, "2a")];
    const running = [
      lanes.run("1", never(), first.task),
      lanes.run("1", never(), second.task),
      lanes.run("2", never(), other.task),
    ];
    await turn();
    expect(began).toEqual(["1a", "2a"]);
    for (const { finish } of [first, second, other]) finish();
    await Promise.all(running);
    expect(began).toEqual(["1a", "2a", "1b"]);
  });

  it("lets a waiting call be cancelled, which then does nothing and blocks nobody", async () => {
    const slots = new Slots(1);
    const began: string[] = [];
    const [first, third] = [manual(began, "first"), manual(began, "third")];
    const stop = new AbortController();
    const running = slots.run(never(), first.task);
    const waiting = slots.run(stop.signal, manual(began, "second").task);
    const last = slots.run(never(), third.task);
    stop.abort();
    expect(await rejection(waiting)).toMatchObject({ code: "cancelled", delivery: "not_delivered" });
    first.finish();
    third.finish();
    await Promise.all([running, last]);
    expect(began).toEqual(["first", "third"]);
  });

  it("does not hold a place for a task that failed", async () => {
    const slots = new Slots(1);
    await expect(slots.run(never(), () => Promise.reject(new Error("task")))).rejects.toThrow("task");
    expect(await slots.run(never(), () => Promise.resolve("next"))).toBe("next");
  });

  it("refuses more waiting calls than it can hold", async () => {
    const slots = new Slots(1);
    const began: string[] = [];
    const first = manual(began, "first");
    const running = [slots.run(never(), first.task)];
    for (let at = 0; at < 64; at += 1) running.push(slots.run(never(), () => Promise.resolve("waited")));
    expect(await rejection(slots.run(never(), () => Promise.resolve("late")))).toMatchObject({ code: "overloaded" });
    first.finish();
    expect(await Promise.all(running)).toHaveLength(65);
  });
});
