import { startCutter, startJevServer, type Cutter, type JevServer } from "@beans-picker/jev-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJevClient } from "./client.js";
import { JevFailure } from "./http/failure.js";
import { choiceBody, configFor } from "./testing/jev.js";

const signal = new AbortController().signal;
const { body, offered } = choiceBody(["o0", "o1", "none"]);

/** The line is cut below TLS: within the handshake, the headers, the body, and after it. */
/** Bytes by which one whole exchange can be longer than another. */
const SLACK = 16;

describe("a TLS line that dies at any byte", () => {
  let server: JevServer;
  let cutter: Cutter;
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  beforeAll(async () => {
    server = await startJevServer({ judge: () => ({ o1: 1 }) });
    cutter = await startCutter(server.port);
    process.on("unhandledRejection", note).on("uncaughtException", note);
  });
  afterAll(async () => {
    process.off("unhandledRejection", note).off("uncaughtException", note);
    await cutter.close();
    await server.close();
  });

  const askOnce = async (): Promise<string> => {
    const config = configFor({ url: `https://127.0.0.1:${cutter.port}`, ca: server.ca });
    // The first wait is the end: one attempt is what is looked at.
    const wait = () => Promise.reject(new JevFailure({ kind: "unreachable", retryable: false, message: "cut" }));
    const client = createJevClient({ config, agent: "test", wait });
    try {
      const answer = await client.ask(body, offered, { signal, deadlineMs: 20_000 });
      expect(answer.choices.get("pick")?.choice).toBe("o1");
      return "answered";
    } catch (error) {
      if (!(error instanceof JevFailure)) throw error;
      return error.toCoded().code;
    } finally {
      await client.close();
    }
  };

  it("never crashes, leaks or gives an answer that is not whole [jev.cut]", { timeout: 240_000 }, async () => {
    cutter.cutAfter(Infinity);
    expect(await askOnce()).toBe("answered");
    const whole = cutter.passed();
    expect(whole).toBeGreaterThan(500);
    const outcomes = new Map<string, number>();
    // Signatures of a handshake differ by a few bytes from one connection to the next.
    for (let bytes = 0; bytes <= whole + SLACK; bytes += 1) {
      cutter.cutAfter(bytes);
      const outcome = await askOnce();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (bytes < whole / 2) expect(outcome).toBe("jev_unavailable");
    }
    expect([...outcomes.keys()].sort()).toEqual(["answered", "jev_unavailable"]);
    await expect.poll(() => cutter.connections() + server.connections(), { timeout: 20_000 }).toBe(0);
    expect(unhandled).toEqual([]);
  });
});
