import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CodedError } from "@beans-picker/shared";
import type { Look } from "./backend.js";
import { linuxLook } from "./testing/driver-state.js";
import { defaultLimits, SnapshotStore, type StoreLimits } from "./store.js";

const alice = "alice-0123456789-abcdef";
const mallory = "mallory-0123456789-abc";
const look = (): Look => ({ snapshot: linuxLook([]).snapshot });

function newStore(limits: StoreLimits = defaultLimits) {
  let now = 0;
  let counter = 0;
  const random = (bytes: number): Uint8Array => Buffer.alloc(bytes, `${String((counter += 1))}.`);
  const store = new SnapshotStore({ clock: () => now, random, limits });
  return { store, pass: (ms: number) => (now += ms) };
}

/** Everything a caller can tell about a refusal. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof CodedError ? JSON.stringify(error.facts) : "other";
  }
  return "none";
}

describe("snapshot store", () => {
  it("gives a snapshot to its owner for one action only [snapshot.consumed]", () => {
    const { store } = newStore();
    const mine = look();
    const id = store.add(alice, mine);
    expect(store.use(alice, id)).toBe(mine);
    expect(refusal(() => store.use(alice, id))).toContain("snapshot_unavailable");
    expect(store.read(alice, id)).toBe(mine);
  });

  it("takes points only on a picture of the snapshot itself [native.point]", () => {
    const { store } = newStore();
    const [id, other] = [store.add(alice, look()), store.add(alice, look())];
    expect(refusal(() => store.pointOn(alice, id, 1, 1))).toContain("capture_required");
    store.pictured(alice, id, { area: { x: 100, y: 50, width: 400, height: 300 }, scale: 0.5 });
    expect(store.pointOn(alice, id, 10, 20)).toEqual({ x: 120, y: 90 });
    expect(refusal(() => store.pointOn(alice, other, 10, 20))).toContain("capture_required");
    expect(refusal(() => store.pointOn(mallory, id, 10, 20))).toContain("snapshot_unavailable");
    store.pictured(alice, id, null);
    expect(refusal(() => store.pointOn(alice, id, 10, 20))).toContain("capture_required");
  });

  it("refuses foreign, unknown, used and expired snapshots in the same words [snapshot.uniform_refusal]", () => {
    const { store, pass } = newStore();
    const id = store.add(alice, look());
    const foreign = refusal(() => store.use(mallory, id));
    const unknown = refusal(() => store.use(alice, "nothing"));
    store.use(alice, id);
    const used = refusal(() => store.use(alice, id));
    pass(defaultLimits.lifetimeMs);
    const expired = refusal(() => store.read(alice, id));
    expect(new Set([foreign, unknown, used, expired]).size).toBe(1);
    expect(foreign).toContain("snapshot_unavailable");
  });

  it("lets reading prolong a snapshot's life, but not trying", () => {
    const { store, pass } = newStore({ lifetimeMs: 100, perOwner: 9, total: 9 });
    const id = store.add(alice, look());
    pass(60);
    store.read(alice, id);
    pass(60);
    store.read(alice, id);
    pass(60);
    expect(refusal(() => store.read(mallory, id))).toContain("snapshot_unavailable");
    pass(60);
    expect(refusal(() => store.read(alice, id))).toContain("snapshot_unavailable");
    expect(store.sweep()).toBe(0);
  });

  it("uses ids of 128 random bits and never stores the owner's word", () => {
    const asked: number[] = [];
    const random = (bytes: number): Uint8Array => (asked.push(bytes), Buffer.alloc(bytes, 7));
    const store = new SnapshotStore({ clock: () => 0, random });
    expect(Buffer.from(store.add(alice, look()), "base64url")).toHaveLength(16);
    expect(asked).toEqual([16]);
  });

  it("behaves like a list of the newest snapshots per owner, whatever is done to it [snapshot.bounded]", () => {
    const limits = { lifetimeMs: 50, perOwner: 3, total: 5 };
    const owners = ["owner-a", "owner-b", "owner-c"];
    interface Entry {
      id: string;
      owner: string;
      used: boolean;
      until: number;
    }
    interface Model {
      now: number;
      entries: Entry[];
      ids: string[];
    }
    type Real = ReturnType<typeof newStore>;
    const live = (model: Model) => (model.entries = model.entries.filter(({ until }) => until > model.now));
    const command = (text: string, run: (model: Model, real: Real) => void): fc.Command<Model, Real> => ({
      check: () => true,
      run,
      toString: () => text,
    });
    const find = (model: Model, owner: string, at: number) => {
      const id = model.ids[at % Math.max(1, model.ids.length)] ?? "none";
      return { id, entry: live(model).find((entry) => entry.id === id && entry.owner === owner) };
    };
    const owner = fc.constantFrom(...owners);
    const commands = [
      owner.map((name) =>
        command(`add ${name}`, (model, { store }) => {
          const id = store.add(name, look());
          live(model);
          const mine = model.entries.filter((entry) => entry.owner === name);
          const dropped = mine.slice(0, Math.max(0, mine.length - limits.perOwner + 1));
          model.entries = model.entries.filter((entry) => !dropped.includes(entry));
          model.entries = model.entries.slice(Math.max(0, model.entries.length - limits.total + 1));
          model.entries.push({ id, owner: name, used: false, until: model.now + limits.lifetimeMs });
          model.ids.push(id);
          expect(store.sweep()).toBe(model.entries.length);
        }),
      ),
      fc.tuple(owner, fc.nat(20)).map(([name, at]) =>
        command(`use ${name} ${String(at)}`, (model, { store }) => {
          const { id, entry } = find(model, name, at);
          const allowed = entry !== undefined && !entry.used;
          expect(refusal(() => store.use(name, id)) === "none").toBe(allowed);
          if (entry !== undefined) entry.used = true;
        }),
      ),
      fc.tuple(owner, fc.nat(20)).map(([name, at]) =>
        command(`read ${name} ${String(at)}`, (model, { store }) => {
          const { id, entry } = find(model, name, at);
          expect(refusal(() => store.read(name, id)) === "none").toBe(entry !== undefined);
          if (entry !== undefined) entry.until = model.now + limits.lifetimeMs;
        }),
      ),
      owner.map((name) =>
        command(`release ${name}`, (model, { store }) => {
          store.release(name);
          model.entries = model.entries.filter((entry) => entry.owner !== name);
        }),
      ),
      fc.nat(40).map((ms) =>
        command(`pass ${String(ms)}`, (model, { pass }) => {
          pass(ms);
          model.now += ms;
        }),
      ),
    ];
    fc.assert(
      fc.property(fc.commands(commands, { maxCommands: 60 }), (run) => {
        fc.modelRun(() => ({ model: { now: 0, entries: [], ids: [] }, real: newStore(limits) }), run);
      }),
      { numRuns: 200 },
    );
  });
});
