import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseEnvFile, readSettings } from "./env-files.js";

describe("settings from files", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "bp-env-"));
    mkdirSync(join(dir, "checkout", "apps", "ranker"), { recursive: true });
    mkdirSync(join(dir, "home", ".config", "beans-picker"), { recursive: true });
    mkdirSync(join(dir, "xdg", "beans-picker"), { recursive: true });
    writeFileSync(join(dir, "checkout", "package.json"), JSON.stringify({ name: "@beans-picker/root" }));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const put = (path: string, text: string) => writeFileSync(join(dir, path), text, { mode: 0o600 });
  const ignored: string[] = [];
  const read = (env: Record<string, string> = {}, from = "checkout/apps/ranker") =>
    readSettings({ env, from: join(dir, from), home: join(dir, "home"), onIgnored: (_, why) => ignored.push(why) });

  it("come after the environment, the checkout's before the person's, .env.local before .env [rank.env-files]", () => {
    put("home/.config/beans-picker/.env", "JEV_API_KEY=home\nBEANS_PICKER_MODEL=home");
    put("home/.config/beans-picker/.env.local", "BEANS_PICKER_MODEL=home-local\nJEV_READ_TIMEOUT=1");
    put("checkout/.env", "JEV_API_KEY=checkout\nBEANS_PICKER_MODEL=checkout\nJEV_READ_TIMEOUT=2");
    put("checkout/.env.local", "BEANS_PICKER_MODEL=checkout-local");
    expect(read()).toMatchObject({
      JEV_API_KEY: "checkout",
      BEANS_PICKER_MODEL: "checkout-local",
      JEV_READ_TIMEOUT: "2",
    });
    expect(read({ JEV_API_KEY: "environment" })["JEV_API_KEY"]).toBe("environment");
    rmSync(join(dir, "checkout", "package.json"));
    expect(read()).toMatchObject({ JEV_API_KEY: "home", BEANS_PICKER_MODEL: "home-local", JEV_READ_TIMEOUT: "1" });
  });

  it("are looked for in XDG_CONFIG_HOME where that is an absolute path", () => {
    put("xdg/beans-picker/.env", "JEV_API_KEY=xdg");
    put("home/.config/beans-picker/.env", "JEV_API_KEY=home");
    expect(read({ XDG_CONFIG_HOME: join(dir, "xdg") })["JEV_API_KEY"]).toBe("xdg");
    expect(read({ XDG_CONFIG_HOME: "xdg" })["JEV_API_KEY"]).toBe("home");
  });

  it("never set what is not the ranker's, and are left out where others can write them [rank.env-files]", () => {
    put("checkout/.env", "NODE_OPTIONS=--require=evil\nPATH=/evil\nJEV_API_KEY=k");
    expect(read()).toEqual({ JEV_API_KEY: "k" });
    chmodSync(join(dir, "checkout", ".env"), 0o666);
    expect(read()).toEqual({});
    put("checkout/real", "JEV_API_KEY=k");
    symlinkSync(join(dir, "checkout", "real"), join(dir, "checkout", ".env.local"));
    expect(read()).toEqual({});
    expect(ignored).toEqual(expect.arrayContaining(["others can write it", "it is not a plain file"]));
  });

  it("are lines of a name and a value, without escapes or comments in values", () => {
    const text = [
      "A=1",
      "export B = two words ",
      "C='q'",
      'D="q\\n"',
      "E='x\"",
      "F=v # kept",
      "# G=1",
      "A=again",
      "=x",
      "H=",
    ];
    expect(Object.fromEntries(parseEnvFile(text.join("\r\n")))).toEqual({
      A: "1",
      B: "two words",
      C: "q",
      D: "q\\n",
      E: "'x\"",
      F: "v # kept",
      H: "",
    });
  });
});
