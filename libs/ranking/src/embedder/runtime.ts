import { createRequire } from "node:module";
import { join } from "node:path";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";

/** The packages that can run a model, in the order in which they are looked for. Native code first, WebAssembly else. */
export const runtimePackages = ["onnxruntime-node", "onnxruntime-web"] as const;

/** Numbers of pieces go in as 64-bit integers, vectors come out as 32-bit floats. */
export interface Tensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: unknown;
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

export interface Runtime {
  createSession(model: Uint8Array): Promise<Session>;
  tensor(data: BigInt64Array, dims: readonly number[]): Tensor;
}

type SessionFactory = { create(model: Uint8Array, options: object): Promise<Session> };
type TensorClass = new (type: "int64", data: BigInt64Array, dims: readonly number[]) => Tensor;

const runtimeModule = z.object({
  InferenceSession: z.custom<SessionFactory>((value) => hasFunction(value, "create")),
  Tensor: z.custom<TensorClass>((value) => typeof value === "function"),
  env: z.object({ wasm: z.record(z.string(), z.unknown()).optional() }).optional(),
});

/** A class is a function with functions on it. */
function hasFunction(value: unknown, name: string): boolean {
  return typeof value === "function" && typeof Reflect.get(value, name) === "function";
}

/**
 * The runtime that a person installed in `folder`. It is looked for there and in no other place: a server is started in
 * whatever folder its client is in, and native code from there would be anybody's. Fails with `embedder_missing`.
 */
export function loadRuntime(folder: string): Runtime {
  const require = createRequire(join(folder, "package.json"));
  for (const name of runtimePackages) {
    const path = resolved(require, name);
    if (path === undefined) continue;
    const parsed = runtimeModule.safeParse(required(require, path, name));
    if (!parsed.success) throw missing(`${name} in ${folder} is not the package it should be`);
    const { InferenceSession, Tensor, env } = parsed.data;
    // One thread of its own would be many: sums in another order differ in their last digits.
    if (env?.wasm) env.wasm["numThreads"] = 1;
    const options = {
      executionProviders: [name === "onnxruntime-node" ? "cpu" : "wasm"],
      intraOpNumThreads: 1,
      logSeverityLevel: 4,
    };
    return {
      createSession: (model) => InferenceSession.create(model, options),
      tensor: (data, dims) => new Tensor("int64", data, dims),
    };
  }
  throw missing(`neither ${runtimePackages.join(" nor ")} is installed in ${folder}`);
}

function resolved(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

function required(require: NodeJS.Require, path: string, name: string): unknown {
  try {
    return require(path);
  } catch {
    throw missing(`${name} is installed and cannot be loaded on this system`);
  }
}

function missing(why: string): CodedError {
  return new CodedError("embedder_missing", `The embedder cannot run: ${why}. Ranking goes on without.`);
}
