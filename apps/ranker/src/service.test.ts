import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rankerContract } from "@beans-picker/protocol";
import type { RankOption, RankRequest } from "@beans-picker/ranking";
import { CodedError } from "@beans-picker/shared";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { chooseRanker } from "./choice.js";
import { limits } from "./limits.js";
import { capabilitiesOf, rankerHandlers } from "./service.js";
import { type LoneProcess, startAlone } from "@beans-picker/ipc/alone";

const entry = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** An environment without settings of the person who runs the tests. */
function nobody(): NodeJS.ProcessEnv {
  const dir = mkdtempSync(join(tmpdir(), "bp-ranker-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return {
    HOME: dir,
    XDG_CONFIG_HOME: dir,
    XDG_CACHE_HOME: dir,
    XDG_STATE_HOME: dir,
    JEV_API_KEY: "",
    TYPESAFE_API_KEY: "",
    BEANS_PICKER_RANKER: "",
  };
}

const options = { deadlineMs: 20_000 };

function option(id: string, label: string): RankOption {
  return {
    id,
    kind: "click",
    does: `Press "${label}"`,
    facts: { role: "button", label, rawLabel: label, within: [], inWeb: false },
  };
}

function request(more: Partial<RankRequest> = {}): RankRequest {
  return {
    instruction: "press Save",
    window: { app: "Editor", title: "Untitled", modal: null },
    options: [option("c1", "Open"), option("c2", "Save"), option("c3", "Print")],
    ...more,
  };
}

describe("the ranker process", () => {
  let running: LoneProcess<typeof rankerContract>;
  beforeAll(async () => {
    running = await startAlone(rankerContract, entry, {
      env: { BEANS_PICKER_RANKER: "", BEANS_PICKER_CACHE: "off", JEV_API_KEY: "", TYPESAFE_API_KEY: "" },
    });
  });
  afterAll(async () => {
    expect(await running.end("SIGTERM")).toEqual({ code: 0, socketLeft: false });
  });

  it("picks the option that the instruction names, among those offered, with shares that sum to 1 [rank.local]", async () => {
    const { ranking, decision } = await running.client.call("rank", request(), options);
    expect(decision).toMatchObject({ outcome: "pick", id: "c2" });
    expect(ranking.ranked.map(({ id }) => id).sort()).toEqual(["c1", "c2", "c3"]);
    expect(ranking.ranked.reduce((sum, { p }) => sum + p, ranking.pNone)).toBeCloseTo(1, 9);
    expect(ranking.ranker).toBe("local");
    expect(running.client.hello.capabilities).toContain("ranker:auto");
  });

  it("finds nothing where nothing fits or nothing is offered", async () => {
    for (const nothing of [request({ instruction: "frobnicate the zeppelin" }), request({ options: [] })]) {
      const { decision } = await running.client.call("rank", nothing, options);
      expect(decision.outcome).toBe("not_found");
    }
  });

  it("refuses what is too big or not well formed by the name of the parameter, and answers the next call [rank.bounded]", async () => {
    const many = Array.from({ length: limits.options + 1 }, (_, at) => option(`c${at}`, "x"));
    const wrong: [string, RankRequest][] = [
      ["options", request({ options: many })],
      ["options together", request({ options: [option("c1", "x"), option("c2", "y".repeat(limits.allWords / 2))] })],
      ["same id", request({ options: [option("c1", "x"), option("c1", "y")] })],
      ["instruction", request({ instruction: "z".repeat(limits.instruction + 1) })],
      ["instruction", request({ instruction: "  " })],
      ["text", request({ text: "z".repeat(limits.text + 1) })],
      ["window", request({ window: { app: "z".repeat(limits.allWords), title: "", modal: null } })],
    ];
    for (const [named, bad] of wrong) {
      const refusal = await running.client.call("rank", bad, options).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "bad_params", message: expect.stringContaining(named) as string });
    }
    expect((await running.client.call("rank", request(), options)).decision.outcome).toBe("pick");
  });

  it("ranks as many options as it accepts within the time of a call [rank.bounded]", async () => {
    const many = Array.from({ length: limits.options }, (_, at) => option(`c${at}`, `Button number ${at}`));
    const { ranking } = await running.client.call("rank", request({ options: many }), options);
    expect(ranking.ranked).toHaveLength(limits.options);
  });
});

describe("which ranker", () => {
  it.each([
    ["jev", "jev_unavailable", "No key is set"],
    ["Local", "ranker_unavailable", "BEANS_PICKER_RANKER must be"],
    ["gpt", "ranker_unavailable", "BEANS_PICKER_RANKER must be"],
  ])(
    "answers every ranking with the reason when %s is asked for, and never with another ranker [rank.named]",
    async (named, code, message) => {
      const running = await startAlone(rankerContract, entry, { env: { ...nobody(), BEANS_PICKER_RANKER: named } });
      try {
        expect(running.client.hello.capabilities).toEqual(["rank", "memory"]);
        for (let time = 0; time < 2; time += 1) {
          const refusal = await running.client.call("rank", request(), options).catch((error: unknown) => error);
          expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) as string });
        }
      } finally {
        expect(await running.end("stdin")).toEqual({ code: 0, socketLeft: false });
      }
    },
  );

  it.each([
    [{}, "ranker:auto", undefined],
    [{ BEANS_PICKER_RANKER: "" }, "ranker:auto", undefined],
    [{ BEANS_PICKER_RANKER: "local", JEV_API_KEY: "k" }, "ranker:local", undefined],
    [{ BEANS_PICKER_RANKER: "auto", JEV_API_KEY: "", TYPESAFE_API_KEY: "k" }, "ranker:auto", "api.typesafe.ai"],
    [{ BEANS_PICKER_RANKER: "jev", JEV_API_KEY: "k" }, "ranker:jev", "api.typesafe.ai"],
  ])("for %j is %s, asking %s", async (settings, capability, host) => {
    const choice = await chooseRanker(settings, { agent: "test" });
    expect(capabilitiesOf(choice)).toContain(capability);
    expect("host" in choice ? choice.host : undefined).toBe(host);
    await choice.close();
  });

  it("says what is wrong with Jev's settings, and by itself goes on without it", async () => {
    const broken = { JEV_API_KEY: "with blank", BEANS_PICKER_RANKER: "auto" };
    const choice = await chooseRanker(broken, { agent: "test" });
    expect(choice).toMatchObject({ problem: { code: "jev_unavailable" } });
    const { rank } = rankerHandlers(choice);
    const unsure = request({ instruction: "reload it" });
    const { ranking, decision } = await rank(unsure, { signal: new AbortController().signal, deadlineMs: 5_000 });
    expect(ranking).toMatchObject({ ranker: "local", without: "jev_unavailable" });
    expect(decision.outcome).not.toBe("pick");
  });
});

describe("an embedder in the settings", () => {
  it("that cannot be used leaves the process, its answers and its end as they are [rank.embedder-alone]", async () => {
    const env: NodeJS.ProcessEnv = { ...nobody(), BEANS_PICKER_CACHE: "off" };
    const broken = { ...env, BEANS_PICKER_EMBEDDER_MODEL: join(env["HOME"] ?? "", "model.onnx") };
    const answers = [];
    for (const each of [env, broken]) {
      const running = await startAlone(rankerContract, entry, { env: each });
      try {
        answers.push(await running.client.call("rank", request({ instruction: "reload it" }), options));
      } finally {
        expect(await running.end("SIGTERM")).toEqual({ code: 0, socketLeft: false });
      }
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  it("that is not meant as one is told by its code, and ranking goes on [rank.embedder-alone]", async () => {
    const problems: CodedError[] = [];
    const choice = await chooseRanker(
      { BEANS_PICKER_EMBEDDER_MODEL: "model.onnx" },
      { agent: "test", onEmbedderProblem: (problem) => problems.push(problem) },
    );
    expect(problems.map(({ code }) => code)).toEqual(["embedder_model"]);
    const { rank } = rankerHandlers(choice);
    const { decision } = await rank(request(), { signal: new AbortController().signal, deadlineMs: 5_000 });
    expect(decision).toMatchObject({ outcome: "pick", id: "c2" });
  });
});

describe("a caller who gave up", () => {
  it("gets no ranking, before or after the ranker has answered [rank.abort]", async () => {
    const gone = new CodedError("cancelled");
    const caller = new AbortController();
    const slow = {
      name: "slow",
      rank: () => {
        caller.abort(gone);
        return Promise.resolve({ ranked: [], pNone: 1, ranker: "slow" });
      },
    };
    const { rank } = rankerHandlers({ ranker: slow, mode: "local", close: () => Promise.resolve() });
    await expect(rank(request(), { signal: AbortSignal.abort(gone), deadlineMs: 1_000 })).rejects.toBe(gone);
    await expect(rank(request(), { signal: caller.signal, deadlineMs: 1_000 })).rejects.toBe(gone);
  });
});
