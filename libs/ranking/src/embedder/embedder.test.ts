import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodedError } from "@beans-picker/shared";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from "vitest";
import { compileModel, localRanker, type Model } from "../local/index.js";
import type { RankOption } from "../ranking.js";
import { cleanRequest } from "../screen/index.js";
import { option, request } from "../testing/options.js";
import { openEmbedder, type Embedder } from "./embedder.js";
import { embeddedRanker, type EmbeddedRankerOptions } from "./ranker.js";
import { runtimePackages } from "./runtime.js";
import { embedderSettings } from "./settings.js";
import { tinyModel, type TinyModel } from "./testing/onnx.js";
import { installedRuntime } from "./testing/runtime.js";

/** A vocabulary in which "capital letters" means what "case" does, and "open" what "folder" does. */
const meanings = new Map([
  ["[PAD]", [0, 0, 0]],
  ["[UNK]", [0, 0, 0.01]],
  ["[CLS]", [0, 0, 0]],
  ["[SEP]", [0, 0, 0]],
  ["case", [1, 0, 0]],
  ["capital", [0.9, 0.1, 0]],
  ["letters", [0.9, 0, 0.1]],
  ["open", [0, 1, 0]],
  ["folder", [0.1, 0.9, 0]],
]);
const { signal } = new AbortController();
const MINUTE = 60_000;
const folders = new Map<string, Awaited<ReturnType<typeof installedRuntime>>>();
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bp-embedder-"));
  writeFileSync(join(folder, "vocab.txt"), [...meanings.keys()].join("\n"));
  for (const name of runtimePackages) folders.set(name, await installedRuntime(name));
}, 10 * MINUTE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where a runtime is; skips the test, with the reason, where it cannot be installed. */
function runtimeFor(context: TestContext, name: (typeof runtimePackages)[number] = "onnxruntime-node"): string {
  const found = folders.get(name);
  if (found !== undefined && "folder" in found) return found.folder;
  process.stderr.write(`Skipped: ${found?.why ?? "no runtime"}.\n`);
  return context.skip(found?.why);
}

function modelFile(model: Partial<TinyModel> = {}): string {
  const path = join(folder, `${crypto.randomUUID()}.onnx`);
  writeFileSync(path, tinyModel({ rows: [...meanings.values()], ...model }));
  return path;
}

function opened(files: { runtime: string; model?: string; vocabulary?: string }): Embedder {
  const embedder = openEmbedder({ model: modelFile(), vocabulary: join(folder, "vocab.txt"), ...files });
  onTestFinished(() => embedder.close());
  return embedder;
}

function rankerOf(embedder: Embedder, more: Partial<EmbeddedRankerOptions> = {}) {
  const problems: CodedError[] = [];
  const onProblem = (problem: CodedError) => void problems.push(problem);
  return { problems, ranker: embeddedRanker({ embedder, budgetMs: MINUTE, onProblem, ...more }) };
}

/** Weights that trust nothing but the model. */
function weightsFor(embedder: string): Model {
  return compileModel({
    version: 1,
    made: "by hand",
    apps: [],
    embedder,
    features: { alike: 20 },
    answerable: { bias: 5 },
    confidence: { bias: 5 },
    knots: [],
  });
}

const options: readonly RankOption[] = [
  option("a", "Case"),
  option("b", "Folder"),
  option("c", "Zoom"),
  option("d", "Print"),
];
const asked = request("capital letters", [...options]);

describe("an embedder that a person installed", () => {
  it.for(runtimePackages)(
    "compares by meaning with the model it is given, through %s [rank.embedder]",
    { timeout: MINUTE },
    async (name, context) => {
      const embedder = opened({ runtime: runtimeFor(context, name) });
      const vectors = await embedder.vectorsOf(["capital letters", "Case", "open"], MINUTE, signal);
      const letters = vectors.get("capital letters");
      const product = (text: string) =>
        [...(letters ?? [])].reduce((sum, value, at) => sum + value * (vectors.get(text)?.[at] ?? 0), 0);
      expect(product("Case")).toBeGreaterThan(0.98);
      expect(product("open")).toBeLessThan(0.15);
    },
  );

  it("puts first what means the same and shares no word, in whatever order options come [rank.embedder]", async (context) => {
    const embedder = opened({ runtime: runtimeFor(context) });
    const { ranker, problems } = rankerOf(embedder);
    const found = await ranker.rank(asked, signal);
    expect(found.ranked[0]?.id).toBe("a");
    expect(found.pNone).toBe((await localRanker.rank(asked, signal)).pNone);
    expect(await ranker.rank({ ...asked, options: [...options].reverse() }, signal)).toEqual(found);
    expect(problems).toEqual([]);
  });

  it("gives the same answer from the model as from what it has kept, and cuts giant texts before", async (context) => {
    const embedder = opened({ runtime: runtimeFor(context) });
    const giant = cleanRequest(
      request(`capital letters ${"x ".repeat(100_000)}`, [...options, option("e", "case ".repeat(2_000_000))]),
    );
    const { ranker } = rankerOf(embedder);
    const first = await ranker.rank(giant, signal);
    expect(await ranker.rank(giant, signal)).toEqual(first);
    const { ranker: fresh } = rankerOf(opened({ runtime: runtimeFor(context) }));
    await fresh.rank(asked, signal);
    expect(await fresh.rank(giant, signal)).toEqual(first);
  });

  it("uses weights that were learned with this model, under a name and limits of their own [rank.embedder-weights]", async (context) => {
    const embedder = opened({ runtime: runtimeFor(context) });
    const { ranker, problems } = rankerOf(embedder, { weights: weightsFor(await embedder.fingerprint()) });
    const found = await ranker.rank(asked, signal);
    expect(found).toMatchObject({
      ranker: "embedder",
      ranked: [{ id: "a", because: [{ feature: "alike" }] }, {}, {}, {}],
    });
    expect(found.confidence).toBeGreaterThan(0.95);
    expect(problems).toEqual([]);
  });

  it("does not use weights that were learned with another model, and says so once [rank.embedder-weights]", async (context) => {
    const { ranker, problems } = rankerOf(opened({ runtime: runtimeFor(context) }), { weights: weightsFor("another") });
    const alone = await localRanker.rank(asked, signal);
    expect(await ranker.rank(asked, signal)).toEqual(alone);
    expect(await ranker.rank(asked, signal)).toEqual(alone);
    expect(problems.map(({ code }) => code)).toEqual(["embedder_weights"]);
  });

  it("ranks without a model that is late, and with it once that is done [rank.embedder-alone]", async (context) => {
    const embedder = opened({ runtime: runtimeFor(context) });
    const { ranker, problems } = rankerOf(embedder, { budgetMs: 1 });
    const alone = await localRanker.rank(asked, signal);
    expect(await ranker.rank(asked, signal)).toEqual(alone);
    expect(problems.map(({ code }) => code)).toEqual(["embedder_slow"]);
    await embedder.vectorsOf(options.map(({ facts }) => facts.label).concat("capital letters"), MINUTE, signal);
    expect((await ranker.rank(asked, signal)).ranked[0]?.id).toBe("a");
  });

  it("ranks without it when the model, its vocabulary or its answer cannot be used, and says why once [rank.embedder-alone]", async (context) => {
    const runtime = runtimeFor(context);
    const other = join(folder, "other.txt");
    writeFileSync(other, "hello\nworld\n");
    const wrong: [string, Embedder][] = [
      ["embedder_model", opened({ runtime, model: join(folder, "none.onnx") })],
      ["embedder_model", opened({ runtime, model: other })],
      ["embedder_model", opened({ runtime, model: modelFile({ strangeInput: "pixel_values" }) })],
      ["embedder_model", opened({ runtime, model: modelFile({ answersPieces: true }) })],
      ["embedder_model", opened({ runtime, model: modelFile({ rows: [[0, 1]] }) })],
      ["embedder_vocabulary", opened({ runtime, vocabulary: other })],
      ["embedder_vocabulary", opened({ runtime, vocabulary: folder })],
    ];
    const alone = await localRanker.rank(asked, signal);
    for (const [code, embedder] of wrong) {
      const { ranker, problems } = rankerOf(embedder);
      expect(await ranker.rank(asked, signal)).toEqual(alone);
      expect(await ranker.rank(asked, signal)).toEqual(alone);
      expect(problems.map((problem) => problem.code)).toEqual([code]);
    }
  });

  it("ranks without it where no runtime is installed [rank.embedder-alone]", async () => {
    const { ranker, problems } = rankerOf(opened({ runtime: folder }));
    expect(await ranker.rank(asked, signal)).toEqual(await localRanker.rank(asked, signal));
    expect(problems.map(({ code }) => code)).toEqual(["embedder_missing"]);
  });

  it("gives up when the caller does", async () => {
    const { ranker } = rankerOf(opened({ runtime: folder }));
    await expect(ranker.rank(asked, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("the settings of an embedder", () => {
  const settings = (more: Record<string, string>) =>
    embedderSettings({ BEANS_PICKER_EMBEDDER_MODEL: "/m/model.onnx", ...more }, "/home/me");

  it("are off until a model is named [rank.embedder-off]", () => {
    expect(embedderSettings({}, "/home/me")).toBeUndefined();
    expect(settings({ BEANS_PICKER_EMBEDDER_MODEL: "  " })).toBeUndefined();
    expect(settings({})).toEqual({
      files: { model: "/m/model.onnx", vocabulary: "/m/vocab.txt", runtime: "/home/me" },
      budgetMs: 1500,
    });
  });

  it("take absolute paths only, and always have a limit", () => {
    for (const [name, code] of [
      ["MODEL", "embedder_model"],
      ["VOCABULARY", "embedder_vocabulary"],
      ["RUNTIME", "embedder_missing"],
      ["WEIGHTS", "embedder_weights"],
    ] as const) {
      expect(() => settings({ [`BEANS_PICKER_EMBEDDER_${name}`]: "here" })).toThrow(expect.objectContaining({ code }));
    }
    for (const [said, budgetMs] of [
      ["0", 10],
      ["250", 250],
      ["soon", 1500],
      ["Infinity", 1500],
      ["1e12", 60_000],
    ] as const) {
      expect(settings({ BEANS_PICKER_EMBEDDER_BUDGET_MS: said })).toMatchObject({ budgetMs });
    }
  });

  it("refuse weights that are none", () => {
    const weights = join(folder, "weights.json");
    writeFileSync(weights, "{}");
    for (const path of [weights, folder, join(folder, "missing.json")]) {
      expect(() => settings({ BEANS_PICKER_EMBEDDER_WEIGHTS: path })).toThrow(
        expect.objectContaining({ code: "embedder_weights" }),
      );
    }
  });
});
