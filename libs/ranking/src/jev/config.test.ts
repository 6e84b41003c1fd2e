import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jevConfig, keyName } from "./config.js";

const key = { JEV_API_KEY: "ts_abc" };

describe("the settings of Jev", () => {
  it("have the service's address and its latest model when only a key is set", () => {
    expect(jevConfig(key)).toEqual({
      key: "ts_abc",
      origin: "https://api.typesafe.ai",
      path: "/v1/systemone",
      model: "jev-latest",
      connectMs: 10_000,
      totalMs: 120_000,
      withhold: false,
    });
  });

  it("fall through an empty JEV_API_KEY to TYPESAFE_API_KEY [jev.key-order]", () => {
    expect(jevConfig({ JEV_API_KEY: "", TYPESAFE_API_KEY: "ts_b" }).key).toBe("ts_b");
    expect(jevConfig({ JEV_API_KEY: "ts_a", TYPESAFE_API_KEY: "ts_b" }).key).toBe("ts_a");
    expect(keyName({ JEV_API_KEY: "", TYPESAFE_API_KEY: "" })).toBeUndefined();
    expect(() => jevConfig({})).toThrow("No key is set");
  });

  it("are refused without their value when the key is blank, broken or not ASCII (row 11) [jev.key]", () => {
    for (const bad of [" ", "ts_abc\n", "ts abc", "ts_äbc", "\tts", "x".repeat(1025), "ts_\u{1f511}"]) {
      expect(() => jevConfig({ JEV_API_KEY: bad })).toThrow("JEV_API_KEY holds a blank");
    }
    fc.assert(
      fc.property(fc.string({ minLength: 8, unit: "grapheme" }), (text) => {
        try {
          expect(jevConfig({ JEV_API_KEY: text }).key).toMatch(/^[\x21-\x7e]+$/);
        } catch (error) {
          expect(String(error)).not.toContain(text);
        }
      }),
    );
  });

  it.each([
    ["http://api.typesafe.ai", "must be an https URL"],
    ["http://127.0.0.1:8080", "BEANS_PICKER_LOOPBACK_HTTP=1"],
    ["https://user:pw@api.typesafe.ai", "user name"],
    ["https://api.typesafe.ai?x=1", "query or a fragment"],
    ["https://api.typesafe.ai/#x", "query or a fragment"],
    ["https://api.typesafe.ai/v1/systemone", "root of the API"],
    ["https://api.typesafe.ai/v1", "root of the API"],
    ["ftp://api.typesafe.ai", "not a plain URL"],
    ["about:blank", "must be an https URL"],
    ["api.typesafe.ai", "not a plain URL"],
    ["https://0x7f.1", "not a plain URL"],
  ])("refuse the address %s (row 36) [jev.https]", (url, why) => {
    expect(() => jevConfig({ ...key, TYPESAFE_BASE_URL: url })).toThrow(why);
  });

  it("take a root with a path, and plain http for this machine only with its own setting (row 36) [jev.https]", () => {
    expect(jevConfig({ ...key, TYPESAFE_BASE_URL: "https://gateway.example/api/" })).toMatchObject({
      origin: "https://gateway.example",
      path: "/api/v1/systemone",
    });
    const local = { ...key, BEANS_PICKER_LOOPBACK_HTTP: "1" };
    for (const host of ["127.0.0.1:9", "localhost:9", "[::1]:9"]) {
      expect(jevConfig({ ...local, TYPESAFE_BASE_URL: `http://${host}` }).origin).toBe(`http://${host}`);
    }
    for (const host of ["example.com", "127.0.0.1.example.com", "localhost.example.com", "10.0.0.1"]) {
      expect(() => jevConfig({ ...local, TYPESAFE_BASE_URL: `http://${host}` })).toThrow("https");
    }
  });

  it("pin a version that is named, and refuse a model that is empty", () => {
    expect(jevConfig({ ...key, BEANS_PICKER_MODEL: "jev-1.13.0" }).pinned).toBe("jev-1.13.0");
    expect(jevConfig({ ...key, BEANS_PICKER_MODEL: "jev-preview" }).pinned).toBeUndefined();
    expect(() => jevConfig({ ...key, BEANS_PICKER_MODEL: "" })).toThrow("BEANS_PICKER_MODEL");
  });

  it("have timeouts in seconds that are finite and above 0", () => {
    expect(jevConfig({ ...key, JEV_CONNECT_TIMEOUT: "2.5", JEV_READ_TIMEOUT: "30" })).toMatchObject({
      connectMs: 2500,
      totalMs: 30_000,
    });
    for (const bad of ["0", "-1", "Infinity", "NaN", "soon", "1e9"]) {
      expect(() => jevConfig({ ...key, JEV_READ_TIMEOUT: bad })).toThrow("JEV_READ_TIMEOUT");
    }
  });

  it("use the proxy of the environment, never for this machine (row 42)", () => {
    const proxied = { ...key, https_proxy: "http://proxy.example:3128", NO_PROXY: "internal" };
    expect(jevConfig(proxied).proxy).toEqual({ https: "http://proxy.example:3128", http: "", none: "internal" });
    expect(jevConfig({ ...proxied, TYPESAFE_BASE_URL: "https://localhost:9" }).proxy).toBeUndefined();
    expect(() => jevConfig({ ...key, HTTPS_PROXY: "socks5://proxy" })).toThrow("HTTPS_PROXY");
  });
});
