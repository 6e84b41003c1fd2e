import { fileURLToPath } from "node:url";
import { startAlone, type LoneProcess } from "@beans-picker/ipc/alone";
import { watcherContract, type WatcherContract } from "@beans-picker/protocol";
import { type Fixture, startFixture } from "@beans-picker/fixture";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ordered } from "./menus.js";

const entry = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const options = { deadlineMs: 20_000 };
const env = Object.fromEntries(Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])));

let watcher: LoneProcess<WatcherContract>;
let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture({ env });
  watcher = await startAlone(watcherContract, entry);
});

afterAll(async () => {
  await watcher.end("SIGTERM");
  await fixture.stop();
});

describe("exact text", () => {
  it("is every field's own, untrimmed and whole, and never a secure field's [text.exact]", async () => {
    const name = `  spaced é 😀 ${"x".repeat(300)} `;
    await fixture.set({ name, email: "a@b.example", body: "one\ntwo\n", password: "hidden-word" });
    const { pid, windowId } = fixture;
    const read = await watcher.client.call("text.exact", { pid, windowId }, options);
    const values = read.fields.map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining([name, "a@b.example", "one\ntwo\n"]));
    expect(JSON.stringify(read)).not.toContain("hidden-word");
    expect(read.complete).toBe(true);
    const [window] = read.windows;
    expect(read.windows).toHaveLength(1);
    expect(read.fields.every((field) => field.window === window)).toBe(true);
  });

  it("is not read of windows whose titles are the same, and refused for a window of another process [text.exact]", async () => {
    const { pid, windowId } = fixture;
    const asked = watcher.client.call("text.exact", { pid: process.pid, windowId }, options);
    await expect(asked).rejects.toMatchObject({ code: "window_not_found" });
    const nobody = watcher.client.call("text.exact", { pid: process.pid }, options);
    await expect(nobody).rejects.toMatchObject({ code: "window_not_found" });
    expect(pid).not.toBe(process.pid);
  });
});

describe("menu keys", () => {
  it("are the commands' own, by their path [menu.keys]", async () => {
    const { commands, complete } = await watcher.client.call("menu.keys", { pid: fixture.pid }, options);
    expect(complete).toBe(true);
    expect(commands).toContainEqual({ path: ["File", "Save"], keys: "ctrl+s" });
    for (const { keys } of commands) expect(keys).toMatch(/^([a-z]+\+)*[^+\s]+$/);
  });

  it("name modifiers in one order", () => {
    expect(ordered("shift+ctrl+s")).toBe("ctrl+shift+s");
    expect(ordered("f5")).toBe("f5");
  });
});

describe("permissions", () => {
  it("are all told, with advice for what is missing, and nobody is asked [watcher.permissions]", async () => {
    const { permissions } = await watcher.client.call("permissions", {}, options);
    expect(permissions.map(({ name }) => name).sort()).toEqual([
      "accessibility",
      "front",
      "input",
      "lock",
      "screen_recording",
    ]);
    for (const { state, advice } of permissions) expect(advice === null).toBe(state === "granted");
    expect(permissions.find(({ name }) => name === "front")?.state).toBe("granted");
  });
});
