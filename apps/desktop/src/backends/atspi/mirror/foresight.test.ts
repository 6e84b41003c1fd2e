import type { ObjectRef } from "@beans-picker/desktop";
import { BusFault } from "@beans-picker/dbus";
import { describe, expect, it } from "vitest";

import { Foresight } from "./foresight.js";

const root: ObjectRef = { bus: ":1.7", path: "/root" };
const top: ObjectRef = { bus: ":1.7", path: "/window" };

function asked() {
  let resolve: (tops: readonly ObjectRef[]) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<readonly ObjectRef[]>((...settle) => ([resolve, reject] = settle));
  const tops = { promise, resolve, reject };
  const foresight = new Foresight({ children: () => tops.promise, cache: () => Promise.resolve([]) }, root);
  return { tops, foresight };
}

describe("what was asked of an application ahead", () => {
  it("is there once it was answered", async () => {
    const { tops, foresight } = asked();
    expect(foresight.tops).toBeUndefined();
    tops.resolve([top]);
    await tops.promise;
    expect(foresight).toMatchObject({ tops: [top], items: [] });
  });

  it("is not used when the application told of a change after its answer", async () => {
    const { tops, foresight } = asked();
    tops.resolve([top]);
    await tops.promise;
    foresight.note();
    expect([foresight.tops, foresight.items]).toEqual([undefined, undefined]);
  });

  it("is used when it told of the change before its answer, and left out when it refused", async () => {
    const late = asked();
    late.foresight.note();
    late.tops.resolve([top]);
    await late.tops.promise;
    expect(late.foresight.tops).toEqual([top]);
    const refused = asked();
    refused.tops.reject(new BusFault("refused", true));
    await refused.tops.promise.catch(() => undefined);
    expect(refused.foresight.tops).toBeUndefined();
  });
});
