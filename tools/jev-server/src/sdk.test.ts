import {
  APIError,
  AuthenticationError,
  BadRequestError,
  choice,
  noul,
  RateLimitError,
  score,
  TypeSafeClient,
  UnprocessableEntityError,
} from "@typesafe-ai/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limited, overloaded } from "./faults.js";
import { startJevServer, type JevServer } from "./server.js";

/** The vendor's own client, over plain HTTP, because it cannot be told which certificate to trust. */
describe("the vendor's client", () => {
  let server: JevServer;
  let client: TypeSafeClient;
  const connect = (apiKey: string) =>
    new TypeSafeClient({ apiKey, baseURL: server.url, retry: { maxRetries: 0 }, logLevel: "off" });
  beforeAll(async () => {
    server = await startJevServer({
      tls: false,
      judge: (id): Record<string, number> => (id === "yes" ? { true: 3, false: 1 } : { b: 7, a: 2, "1": 1 }),
    });
    client = connect("test-key");
  });
  afterAll(() => server.close());

  const ask = (questions: Parameters<TypeSafeClient["systemOne"]>[0]["questions"], model?: string) =>
    client.systemOne({ state: { instruction: "press b" }, questions, ...(model !== undefined && { model }) });

  it("reads answers of every type as its own types say", async () => {
    const { data, requestId } = await client
      .systemOne({
        state: "press b",
        questions: {
          which: choice("Which?", { a: "first", b: { name: "second" }, none: null }),
          yes: noul("Is it there?"),
          how: score("How much?", ["little", "some"]),
        },
      })
      .withResponse();
    expect(data.model).toBe("jev-1.13.0");
    expect(data.answers.which).toMatchObject({
      type: "choice",
      choice: "b",
      probabilities: { a: 0.22, b: 0.78, none: 0 },
    });
    expect(data.answers.yes).toEqual({ type: "noul", noul: 0.75 });
    expect(data.answers.how).toMatchObject({ type: "score", score: 1, legend: { "0": "little", "1": "some" } });
    expect(data.usage.input_tokens).toBeGreaterThan(271);
    expect(requestId).toMatch(/^req_[0-9a-f]{32}$/);
  });

  it("lists the models", async () => {
    expect((await client.models.list()).map(({ name }) => name)).toEqual(["jev-latest", "jev-preview"]);
  });

  it("knows the errors as the service's", async () => {
    const options = Object.fromEntries(Array.from({ length: 256 }, (_, at) => [`o${at}`, "x"]));
    await expect(ask({ q: choice("?", options) })).rejects.toThrow("Too many choices. Must have at most 255 choices.");
    await expect(ask({ q: choice("?", { a: "x" }) }, "jev-9")).rejects.toBeInstanceOf(BadRequestError);
    await expect(ask({ q: { type: "noul" } })).rejects.toThrow("Noul question must have criteria or instructions: q");
    await expect(ask({ q: choice("?", {}) })).rejects.toBeInstanceOf(UnprocessableEntityError);
    await expect(connect("wrong").models.list()).rejects.toBeInstanceOf(AuthenticationError);
    const long = "x".repeat(200_000);
    await expect(ask({ q: choice(long, { a: "x" }) })).rejects.toMatchObject({ status: 400 });
    server.script(limited("3"), overloaded);
    const tooMany = await ask({ q: choice("?", { a: "x" }) }).catch((error: unknown) => error);
    expect(tooMany).toBeInstanceOf(RateLimitError);
    expect(tooMany).toMatchObject({ retryAfterMs: 3000 });
    const busy = await ask({ q: choice("?", { a: "x" }) }).catch((error: unknown) => error);
    expect(busy).toBeInstanceOf(APIError);
    expect(busy).toMatchObject({ status: 529 });
  });
});

describe("the server", () => {
  let server: JevServer;
  beforeAll(async () => {
    server = await startJevServer({ tls: false, seed: 7 });
  });
  afterAll(() => server.close());

  const post = (body: unknown, headers: Record<string, string> = { authorization: "Bearer test-key" }) =>
    fetch(`${server.url}/v1/systemone`, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  it("checks the key before the body, and both before the meaning", async () => {
    expect((await post("no json", {})).status).toBe(403);
    expect((await post("no json", { authorization: "Bearer other" })).status).toBe(401);
    expect((await post("no json")).status).toBe(422);
    expect((await post({ model: "jev-9", state: null, questions: {} })).status).toBe(422);
    expect((await post({ model: "jev-9", state: "s", questions: { q: { type: "noul" } } })).status).toBe(400);
  });

  it("names every problem of a body at once", async () => {
    const answer: unknown = await (await post({ questions: { q: { type: "choice", criteria: ["a"] } } })).json();
    const where = (answer as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join("."));
    expect(where).toEqual(expect.arrayContaining(["body.model", "body.state", "body.questions.q.criteria"]));
  });

  it("has the framework's answers for other routes and methods", async () => {
    expect(await (await fetch(`${server.url}/v1/other`)).json()).toEqual({ detail: "Not Found" });
    expect((await fetch(`${server.url}/v1/systemone`)).status).toBe(405);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it("ignores what it does not know at the top, and answers with shares that sum to exactly 1", async () => {
    for (const count of [1, 3, 7, 60, 255]) {
      const criteria = Object.fromEntries(Array.from({ length: count }, (_, at) => [`o${at}`, `press ${at}`]));
      const body = {
        model: "jev-latest",
        state: { instruction: "press 2" },
        questions: { q: { type: "choice", criteria } },
        extra: 1,
      };
      const answer = (await (await post(body)).json()) as { answers: { q: { probabilities: Record<string, number> } } };
      const shares = Object.values(answer.answers.q.probabilities);
      expect(shares).toHaveLength(count);
      expect(Math.round(shares.reduce((sum, p) => sum + p * 100, 0))).toBe(100);
    }
  });
});
