import { faults, startJevServer, startTunnelProxy, type Fault, type JevServer } from "@beans-picker/jev-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJevClient } from "./client.js";
import type { FailureKind } from "./http/failure.js";
import { JevFailure } from "./http/failure.js";
import { type Bench, choiceBody, configFor, startBench } from "./testing/jev.js";

const signal = new AbortController().signal;
const { body, offered } = choiceBody();

/** Every test gets a client and a TLS server of its own; nothing may be left open or unhandled. */
describe("the Jev client", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench({}, { judge: () => ({ o1: 9, o0: 1 }) });
  });
  afterEach(() => bench.close());

  const ask = (deadlineMs = 20_000) => bench.client.ask(body, offered, { signal, deadlineMs });
  const failure = async (asked: Promise<unknown>): Promise<JevFailure> => {
    const error = await asked.then(
      () => new Error("it was answered"),
      (reason: unknown) => reason,
    );
    if (!(error instanceof JevFailure)) throw error;
    return error;
  };
  const answered = async () => (await ask()).choices.get("pick")?.choice;

  it("asks once, by its own name, and reads shares that sum to 1", async () => {
    const answer = await ask();
    expect(answer).toMatchObject({ model: "jev-1.13.0", rounded: false });
    expect(answer.choices.get("pick")).toEqual({
      choice: "o1",
      shares: new Map(
        [
          ["o0", 0.1],
          ["o1", 0.9],
          ["o2", 0],
          ["none", 0],
        ].sort() as [string, number][],
      ),
    });
    expect(answer.inputTokens).toBeGreaterThan(271);
    expect(bench.server.received).toHaveLength(1);
    const { headers, method, path } = bench.server.received[0] ?? {};
    expect([method, path]).toEqual(["POST", "/v1/systemone"]);
    expect(headers).toMatchObject({ authorization: "Bearer test-key", "user-agent": "beans-picker-test" });
    expect(Object.keys(headers ?? {}).filter((name) => name.includes("typesafe"))).toEqual([]);
    expect(bench.sent).toMatchObject([{ status: 200, bytes: Buffer.byteLength(body) }]);
  });

  it.each<[string, Fault[], number[]]>([
    ["the seconds that Retry-After names (row 1)", [faults.limited("3")], [3000]],
    ["its own doubling pace without Retry-After (row 2)", [faults.limited(), faults.limited()], [500, 1000]],
    ["its own pace when Retry-After is negative (row 3)", [faults.limited("-5")], [500]],
    ["its own pace when Retry-After is a word (row 3)", [faults.limited("soon")], [500]],
    [
      "its own pace when Retry-After is not finite (row 3)",
      [faults.limited("NaN"), faults.limited("Infinity")],
      [500, 1000],
    ],
    ["its own pace when Retry-After is empty (row 4)", [faults.limited("")], [500]],
    ["its own pace when Retry-After is zero (row 4)", [faults.limited("0")], [500]],
    ["its own pace when Retry-After is hexadecimal (row 4)", [faults.limited("0x0")], [500]],
    ["its own pace when Retry-After is past (row 4)", [faults.limited("Wed, 21 Oct 2015 07:28:00 GMT")], [500]],
    ["its own pace when Retry-After comes twice (row 4)", [faults.limited("1", "2")], [500]],
    ["its own pace after 529 (row 6)", [faults.overloaded], [500]],
    ["its own pace after a 500 that is a page (row 6)", [faults.status(500, "<html>oops</html>")], [500]],
    ["its own pace after a 503 in plain words (row 6)", [faults.status(503, "no healthy upstream")], [500]],
    ["its own pace after a proxy's 524 (row 6)", [faults.status(524, "error code: 524")], [500]],
    ["its own pace after 408 (row 8)", [faults.status(408)], [500]],
    ["its own pace after JSON that is cut but well framed (row 12)", [faults.truncatedJson], [500]],
    ["its own pace after a body that is cut (row 13)", [faults.cutInBody], [500]],
    ["its own pace after a chunk that is cut (row 13)", [faults.cutInChunk], [500]],
    ["its own pace after a reset before the headers (row 14)", [faults.resetBeforeHeaders], [500]],
    ["its own pace after bytes that are not UTF-8 (row 22)", [faults.latin1], [500]],
    ["its own pace after a literal NaN (row 23)", [faults.literal("NaN")], [500]],
    [
      "its own pace after shares that do not sum to 1 (row 28)",
      [faults.eachShare((all) => all.map(([label]) => [label, 0.5]))],
      [500],
    ],
    ["its own pace after bad gzip (row 38)", [faults.badGzip], [500]],
  ])("tries again after %s [jev.retry]", async (_, script, waits) => {
    bench.server.script(...script);
    // A sum that is off may come with another leader; the second answer is the one that counts.
    expect(await answered()).toBe("o1");
    expect(bench.waits).toEqual(waits);
    expect(bench.server.received).toHaveLength(script.length + 1);
  });

  it.each<[string, Fault[], FailureKind, number]>([
    ["429 three times (row 1)", [faults.limited("1"), faults.limited("1"), faults.limited("1")], "rate_limited", 3],
    ["a Retry-After of more than a minute (row 3)", [faults.limited("61")], "rate_limited", 1],
    ["a Retry-After beyond the deadline (row 3)", [faults.limited("30")], "rate_limited", 1],
    ["501 (row 7)", [faults.status(501)], "refused", 1],
    ["505 (row 7)", [faults.status(505)], "refused", 1],
    ["400 (row 9)", [faults.status(400, '{"detail":"Unknown model: x"}')], "bad_request", 1],
    [
      "too many tokens (row 9)",
      [faults.status(400, '{"detail":{"error_type":"max_tokens_exceeded"}}')],
      "too_large",
      1,
    ],
    ["413 (row 9)", [faults.status(413)], "too_large", 1],
    ["422 (row 9)", [faults.status(422, '{"detail":[]}')], "bad_request", 1],
    ["404", [faults.status(404, '{"detail":"Not Found"}')], "refused", 1],
    ["402 (row 10)", [faults.status(402)], "auth", 1],
    ["an empty 200 (row 19)", [faults.empty, faults.empty], "bad_response", 2],
    ["204 (row 19)", [faults.noContent], "bad_response", 1],
    ["304", [faults.notModified], "refused", 1],
    ["a page with 200 (row 20)", [faults.html], "bad_response", 1],
    ["a share of 1e400 (row 24)", [faults.literal("1e400")], "bad_response", 1],
    ["a negative share (row 24)", [faults.literal("-0.5")], "bad_response", 1],
    ["a share above 1 (row 24)", [faults.literal("1.5")], "bad_response", 1],
    ["a missing question (row 25)", [faults.eachAnswer(() => undefined)], "bad_response", 1],
    ["an answer of another type (row 25)", [faults.eachAnswer(() => ({ type: "noul", noul: 0.5 }))], "bad_response", 1],
    [
      "an answer of a future type (row 43)",
      [faults.eachAnswer((answer) => ({ ...answer, type: "box" }))],
      "bad_response",
      1,
    ],
    [
      "a missing option (row 26)",
      [faults.eachShare((all) => all.filter(([label]) => label !== "o0"))],
      "bad_response",
      1,
    ],
    ["an extra option (row 26)", [faults.eachShare((all) => [...all, ["o9", 0]])], "bad_response", 1],
    [
      "a renamed option (row 26)",
      [faults.eachShare((all) => all.map(([l, p]) => [l === "o0" ? "O0" : l, p]))],
      "bad_response",
      1,
    ],
    [
      "a choice that was not offered (row 26)",
      [faults.eachAnswer((answer) => ({ ...answer, choice: "o7" }))],
      "bad_response",
      1,
    ],
    [
      "a choice that is not its likeliest (row 27)",
      [faults.eachAnswer((answer) => ({ ...answer, choice: "o0" }))],
      "bad_response",
      1,
    ],
    [
      "a sum that is off twice (row 28)",
      Array.from({ length: 2 }, () => faults.eachShare((all) => all.map(([label]) => [label, 0.5]))),
      "bad_response",
      2,
    ],
    ["a gzip bomb (row 37)", [faults.gzipBomb(16)], "bad_response", 1],
    ["a body of 8 MiB (row 37)", [faults.hugeBody(8)], "bad_response", 1],
    ["20 kB of headers (row 37)", [faults.longHeader(20 * 1024)], "bad_response", 1],
    ["bad gzip twice (row 38)", [faults.badGzip, faults.badGzip], "bad_response", 2],
    ["no model (row 40)", [faults.edited((text) => text.replace('"model"', '"other"'))], "bad_response", 1],
    ["a list", [faults.edited(() => "[]")], "bad_response", 1],
  ])("does not answer after %s, and says why [jev.refuse]", async (_, script, kind, requests) => {
    bench.server.script(...script);
    expect((await failure(ask())).kind).toBe(kind);
    expect(bench.server.received).toHaveLength(requests);
  });

  it("tells the caller how long the service asks to wait when it does not wait itself (row 3)", async () => {
    bench.server.script(faults.limited("3600"));
    const { facts } = await failure(ask());
    expect(facts.retryAfterMs).toBe(3_600_000);
    expect(new JevFailure(facts).toCoded().facts).toMatchObject({
      code: "jev_unavailable",
      details: { kind: "rate_limited", status: 429, retryAfterMs: 3_600_000 },
    });
  });

  it.each<[string, Fault]>([
    ["valid JSON of another content type (row 21)", faults.contentType("text/plain")],
    ["a byte order mark (row 21)", faults.byteOrderMark],
    [
      "an extra question (row 25)",
      faults.edited((text) => text.replace('"answers":{', '"answers":{"more":{"type":"box"},')),
    ],
    [
      "duplicate keys, of which the last counts (row 29)",
      faults.edited((text) => text.replace('"model":', '"model":"x","model":')),
    ],
    ["no usage (row 40)", faults.edited((text) => text.replace('"usage"', '"other"'))],
    ["a slow body", faults.slowBody(20, 1)],
    ["chunks", (wire) => ({ ...wire, framing: "chunked" })],
    ["a body that ends with the connection", (wire) => ({ ...wire, framing: "close", end: "close" })],
  ])("takes an answer with %s", async (_, fault) => {
    bench.server.script(fault);
    expect(await answered()).toBe("o1");
    expect(bench.server.received).toHaveLength(1);
  });

  it("does not take unknown usage for none (row 40)", async () => {
    bench.server.script(faults.edited((text) => text.replace('"usage"', '"other"')));
    expect((await ask()).inputTokens).toBeNull();
  });

  it("takes a sum that rounding explains, flags it, and makes it 1 (row 28)", async () => {
    const many = Array.from({ length: 40 }, (_, at) => `o${at}`);
    const asked = choiceBody(many);
    bench.server.script(
      faults.eachAnswer((answer) => ({
        ...answer,
        choice: "o0",
        probabilities: Object.fromEntries(many.map((label, at) => [label, at === 0 ? 0.1 : 0.02])),
      })),
    );
    const answer = await bench.client.ask(asked.body, asked.offered, { signal, deadlineMs: 20_000 });
    expect(answer.rounded).toBe(true);
    expect([...(answer.choices.get("pick")?.shares.values() ?? [])].reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
  });

  it.each([301, 302, 303, 307, 308] as const)(
    "does not follow a redirect %i, to itself or elsewhere (row 35) [jev.redirect]",
    async (code) => {
      const other = await startJevServer();
      bench.server.script(faults.redirect(code, `${other.url}/v1/systemone`), faults.redirect(code, "/v1/systemone"));
      for (let time = 0; time < 2; time += 1) expect((await failure(ask())).kind).toBe("refused");
      expect(other.received).toEqual([]);
      expect(bench.server.received).toHaveLength(2);
      await other.close();
    },
  );

  it("stops calling after a refused key, and never says the key (row 10) [jev.key]", async () => {
    const wrong = createJevClient({ config: { ...configFor(bench.server), key: "ts_secret" }, agent: "test" });
    for (let time = 0; time < 3; time += 1) {
      const found = await failure(wrong.ask(body, offered, { signal, deadlineMs: 5_000 }));
      expect(found.kind).toBe("auth");
      expect(JSON.stringify([found.facts, found.toCoded().facts, found.stack])).not.toContain("ts_secret");
    }
    expect(bench.server.received).toHaveLength(1);
    await wrong.close();
  });

  it("ends at its deadline however the answer hangs: headers, body, or drop by drop (rows 15, 16, 18) [jev.deadline]", async () => {
    bench.server.script(faults.silent, faults.stalledBody, faults.slowBody(1, 500));
    for (let time = 0; time < 3; time += 1) {
      const found = await failure(ask(400));
      expect(found.kind).toBe("timeout");
    }
    expect(await answered()).toBe("o1");
  });

  it("counts every attempt and every wait against one deadline (row 18)", async () => {
    const real = createJevClient({ config: configFor(bench.server), agent: "test" });
    bench.server.script(...Array.from({ length: 9 }, () => faults.overloaded));
    // The first wait of 375 ms or more fits, the second of 750 ms or more does not.
    expect((await failure(real.ask(body, offered, { signal, deadlineMs: 1_000 }))).kind).toBe("overloaded");
    expect(bench.server.received.length).toBeLessThan(3);
    await real.close();
  });

  it.each<[string, Fault]>([
    ["before the headers", faults.silent],
    ["within the body (row 17)", faults.stalledBody],
  ])("is cancelled %s, cleanly", async (_, fault) => {
    bench.server.script(fault);
    const caller = new AbortController();
    const asked = bench.client.ask(body, offered, { signal: caller.signal, deadlineMs: 20_000 });
    await expect.poll(() => bench.server.received.length).toBe(1);
    caller.abort();
    const found = await failure(asked);
    expect(found.toCoded().code).toBe("cancelled");
    expect((await failure(bench.client.ask(body, offered, { signal: caller.signal, deadlineMs: 1_000 }))).kind).toBe(
      "cancelled",
    );
    expect(await answered()).toBe("o1");
  });

  it("does not end the process when nobody looks at a failed answer (row 41)", async () => {
    bench.server.script(faults.status(400), faults.status(400));
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    void bench.client.ask(body, offered, { signal, deadlineMs: 5_000 });
    const late = bench.client.ask(body, offered, { signal, deadlineMs: 5_000 });
    await expect.poll(() => bench.server.received.length).toBe(2);
    await expect.poll(() => bench.sent.length).toBe(2);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
    expect((await failure(late)).kind).toBe("bad_request");
  });

  it("refuses an answer of another version than the pinned one (row 39)", async () => {
    const pinned = createJevClient({
      config: { ...configFor(bench.server), model: "jev-1.13.0", pinned: "jev-1.13.0" },
      agent: "test",
    });
    expect((await pinned.ask(body, offered, { signal, deadlineMs: 5_000 })).model).toBe("jev-1.13.0");
    bench.server.script(faults.edited((text) => text.replace("jev-1.13.0", "jev-1.14.0")));
    expect((await failure(pinned.ask(body, offered, { signal, deadlineMs: 5_000 }))).kind).toBe("bad_response");
    await pinned.close();
  });

  it("slows down all calls together when it is limited (row 1)", async () => {
    bench.server.script(...Array.from({ length: 8 }, () => faults.limited("1")));
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => ask()));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    expect(bench.waits).toEqual(Array.from({ length: 8 }, () => 1000));
  });

  it("leaves no connection behind when it is closed, whatever was going on", async () => {
    bench.server.script(faults.silent, faults.stalledBody);
    const hanging = [ask(), ask()];
    await expect.poll(() => bench.server.received.length).toBe(2);
    await bench.client.close();
    for (const asked of hanging) expect((await failure(asked)).kind).toMatch(/unreachable|timeout/);
    await expect.poll(() => bench.server.connections()).toBe(0);
  });
});

describe("where the Jev client connects to", () => {
  const attemptAt = async (server: JevServer, more: Parameters<typeof configFor>[1]) => {
    const client = createJevClient({ config: configFor(server, more), agent: "test", wait: () => Promise.resolve() });
    try {
      const answer = await client.ask(body, offered, { signal, deadlineMs: 10_000 });
      return answer.model;
    } catch (error) {
      if (error instanceof JevFailure) return `${error.kind} ${error.message}`;
      throw error;
    } finally {
      await client.close();
    }
  };

  it.each([
    ["for another name", { host: "example.com" }],
    ["that expired", { expired: true }],
  ])("is not asked when its certificate is %s, and not tried again (row 14) [jev.tls]", async (_, certificate) => {
    const server = await startJevServer({ certificate });
    expect(await attemptAt(server, {})).toMatch(/unreachable Jev's certificate is not trusted/);
    expect(server.received).toEqual([]);
    await server.close();
  });

  it("is not asked when nobody vouches for its certificate [jev.tls]", async () => {
    const server = await startJevServer();
    const { ca, ...rest } = configFor(server);
    const client = createJevClient({ config: rest, agent: "test" });
    await expect(client.ask(body, offered, { signal, deadlineMs: 5_000 })).rejects.toThrow(
      "certificate is not trusted",
    );
    expect([ca === undefined, server.received]).toEqual([false, []]);
    await client.close();
    await server.close();
  });

  it("is tried again when the connection is refused, not when the name does not exist (row 14)", async () => {
    const server = await startJevServer();
    await server.close();
    expect(await attemptAt(server, {})).toMatch(/unreachable Jev could not be reached \(ECONNREFUSED\)/);
    expect(await attemptAt(server, { origin: "https://name.invalid" })).toMatch(/unreachable/);
  });

  it("is reached through the proxy of the environment, except where NO_PROXY says so (row 42)", async () => {
    const server = await startJevServer();
    const proxy = await startTunnelProxy();
    const through = { https: proxy.url, http: "", none: "" };
    expect(await attemptAt(server, { proxy: through })).toBe("jev-1.13.0");
    expect(proxy.tunnels).toEqual([`127.0.0.1:${server.port}`]);
    expect(await attemptAt(server, { proxy: { ...through, none: "127.0.0.1" } })).toBe("jev-1.13.0");
    expect(proxy.tunnels).toHaveLength(1);
    await proxy.close();
    await server.close();
  });
});
