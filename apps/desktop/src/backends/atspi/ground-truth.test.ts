import { isDeepStrictEqual } from "node:util";
import { createLogger } from "@beans-picker/ipc";
import {
  type Fixture,
  type FixtureState,
  type FormFixture,
  type FormState,
  startFixture,
  startGtk4Fixture,
  startQtFixture,
  startWebFixture,
} from "@beans-picker/fixture";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopBackend } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { desktopEnv } from "../../testing/desktop.js";
import { type FormReading, readForm } from "../../testing/form-reading.js";
import { ample } from "../../testing/scripted.js";

/*
 * What the back end reads equals what each app says of itself. The values are set inside the app and known from the file
 * that the app writes, so nothing of the accessibility bus is on the other side of the comparison.
 */

const seed = 20_261;
const rounds = 12;
/** A toolkit tells of its changes a moment after it has made them. */
const settleMs = 5_000;

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Array.from("abc XYZ 019")) },
  { weight: 3, arbitrary: fc.constantFrom(...Array.from("äß日本✓😀👩‍💻\u00a0\u200f\t\"'&<_*>")) },
);
const line = fc.array(character, { maxLength: 24 }).map((characters) => characters.join(""));
const note = fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n"));

const form = fc.record({
  name: line,
  body: note,
  password: line,
  newsletter: fc.boolean(),
  notifications: fc.boolean(),
  plan: fc.constantFrom("Free", "Pro", "Team"),
  size: fc.constantFrom("Small", "Medium", "Large"),
  volume: fc.integer({ min: 0, max: 100 }),
  quantity: fc.integer({ min: 0, max: 99 }).map((value) => ({ value, text: String(value) })),
  tab: fc.constantFrom("General", "Advanced", "About"),
  selectedRow: fc.constantFrom("Ada Lovelace", "Alan Turing", "Grace Hopper", null),
  treeExpanded: fc.subarray(["Projects", "Archive"]),
});

const gtk3 = fc.tuple(form, line, line, fc.boolean(), fc.constantFrom("Apple", "Bread", "Cheese", null));
const others = fc.tuple(form, line, fc.boolean());

function common(state: FixtureState | FormState): FormReading {
  return {
    name: state.name,
    body: state.body,
    password: "hidden",
    newsletter: state.newsletter,
    notifications: state.notifications,
    plan: [state.plan],
    size: state.size,
    volume: state.volume,
    quantity: state.quantity.text,
    tab: [state.tab],
    selectedRow: state.selectedRow === null ? [] : [state.selectedRow],
    treeExpanded: state.treeExpanded,
    archive: false,
  };
}

/** The controls that the look has otherwise than the app. */
function differences(app: FormReading, look: FormReading): Record<string, { app: unknown; look: unknown }> {
  const keys = Object.keys(app).filter((key) => !isDeepStrictEqual(app[key], look[key]));
  return Object.fromEntries(keys.map((key) => [key, { app: app[key], look: look[key] }]));
}

describe.runIf(process.platform === "linux")("the native back end reads what the app says of itself", () => {
  let backend: DesktopBackend;
  const env = desktopEnv();

  beforeAll(() => {
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, createLogger("test", "silent"));
  });
  afterAll(() => backend.close());

  async function reads(window: Fixture | FormFixture, expected: FormReading): Promise<void> {
    const seen = async () => differences(expected, readForm(await backend.look(window, ample())));
    await expect.poll(seen, { timeout: settleMs, interval: 100 }).toEqual({});
  }

  describe("GTK 3", () => {
    let fixture: Fixture;
    beforeAll(async () => {
      fixture = await startFixture({ env });
    });
    afterAll(() => fixture.stop());

    it.each(fc.sample(gtk3, { numRuns: rounds, seed }).map((values, round) => [round, values] as const))(
      "in every control, round %i [native.exact_reading]",
      async (_, [values, email, host, verbose, tableSelection]) => {
        const state = await fixture.set({
          ...values,
          email,
          search: email,
          advanced: { host, verbose },
          tableSelection,
        });
        await reads(fixture, {
          ...common(state),
          email: state.email,
          search: state.search,
          tableSelection: state.tableSelection === null ? [] : [state.tableSelection],
          ...(state.tab === "Advanced" ? state.advanced : {}),
        });
      },
    );
  });

  describe.each([
    ["GTK 4", startGtk4Fixture],
    ["Qt 5", startQtFixture],
    ["Chromium", startWebFixture],
  ])("%s", (toolkit, start) => {
    let fixture: FormFixture;
    beforeAll(async () => {
      fixture = await start({ env });
    });
    afterAll(() => fixture.stop());

    it.each(fc.sample(others, { numRuns: rounds, seed }).map((values, round) => [round, values] as const))(
      "in every control, round %i [native.exact_reading]",
      async (_, [values, host, moreShown]) => {
        const memo = toolkit === "Chromium" ? { memo: values.body } : {};
        const state = await fixture.set({ ...values, host, moreShown, ...memo });
        await reads(fixture, {
          ...common(state),
          moreShown: state.moreShown,
          ...(state.tab === "Advanced" ? { host: state.host } : {}),
          ...(state.memo === undefined ? {} : { memo: state.memo }),
        });
      },
    );
  });
});
