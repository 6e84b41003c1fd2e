import { CodedError } from "@beans-picker/shared";
import { describe, expect, it } from "vitest";
import { ample } from "../../testing/scripted.js";
import { refuse } from "../../bind.js";
import { startBudget } from "../../budget.js";
import { takeSteps, type Step } from "./steps.js";

const never = () => Promise.resolve(false);
const step = (route: string, send: Step["send"], more: Partial<Step> = {}): Step => ({ route, send, ...more });
const late = () => Promise.reject(new CodedError("driver_timeout", undefined, { delivery: "uncertain" }));

describe("the steps of an action", () => {
  it("are made once each, in order", async () => {
    const made: string[] = [];
    const make = (name: string) =>
      step(name, () => {
        made.push(name);
        return Promise.resolve(true);
      });
    expect(await takeSteps([make("a"), make("b")], never, ample())).toEqual({
      delivery: "delivered",
      route: ["a", "b"],
    });
    expect(made).toEqual(["a", "b"]);
  });

  it("are uncertain when the answer is late, and not made again [native.once]", async () => {
    let calls = 0;
    const performed = await takeSteps(
      [
        step("a", () => {
          calls += 1;
          return late();
        }),
        step("b", () => Promise.reject(new Error("must not be reached"))),
      ],
      never,
      ample(),
    );
    expect(performed).toMatchObject({
      delivery: "uncertain",
      route: ["a"],
      refusal: { code: "driver_timeout", retry: false },
    });
    expect(calls).toBe(1);
  });

  it("are delivered when the answer is late but the app shows other windows since [native.modal_blocks]", async () => {
    expect(await takeSteps([step("a", late)], () => Promise.resolve(true), ample())).toEqual({
      delivery: "delivered",
      route: ["a"],
    });
  });

  it("are not delivered when only making ready failed", async () => {
    const prepare = step("focus", never, { prepares: true, otherwise: refuse("background_unavailable") });
    expect(await takeSteps([prepare, step("keys", () => Promise.resolve(true))], never, ample())).toMatchObject({
      delivery: "not_delivered",
      route: ["focus"],
      refusal: { code: "background_unavailable" },
    });
  });

  it("are uncertain and partial when a later one fails", async () => {
    const gone = () => Promise.reject(new CodedError("target_gone", undefined, { delivery: "not_delivered" }));
    expect(await takeSteps([step("a", () => Promise.resolve(true)), step("b", gone)], never, ample())).toMatchObject({
      delivery: "uncertain",
      route: ["a", "b"],
      hint: "partial",
      refusal: { code: "target_gone" },
    });
  });

  it("are uncertain when the app says that it did nothing, since apps say that of what they did", async () => {
    expect(await takeSteps([step("a", never)], never, ample())).toMatchObject({
      delivery: "uncertain",
      refusal: { code: "failed" },
    });
  });

  it("send nothing after the caller gave up or the time is over", async () => {
    const controller = new AbortController();
    controller.abort();
    const fail = step("a", () => Promise.reject(new Error("must not be reached")));
    await expect(takeSteps([fail], never, startBudget(controller.signal, 1_000))).rejects.toMatchObject({
      code: "cancelled",
    });
    await expect(takeSteps([fail], never, startBudget(new AbortController().signal, 0))).rejects.toMatchObject({
      code: "driver_timeout",
    });
  });
});
