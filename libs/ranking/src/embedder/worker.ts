/** The thread with the model: a giant model, or one that hangs, holds up no ranking. Started by `embedder.ts` only. */
import { parentPort, workerData } from "node:worker_threads";
import { CodedError } from "@beans-picker/shared";
import { embedderCode, embedderFiles, order, type Report } from "./messages.js";
import { openModel, type EmbeddingModel } from "./model.js";
import { loadRuntime } from "./runtime.js";

const { runtime, ...files } = embedderFiles.parse(workerData);
const tell = (report: Report): void => parentPort?.postMessage(report);

try {
  const model = await openModel(loadRuntime(runtime), files);
  tell({ fingerprint: model.fingerprint });
  // One after the other: what is asked for next waits for what is being done.
  let work = Promise.resolve();
  parentPort?.on("message", (message: unknown) => {
    work = work.then(() => follow(model, message)).catch(fail);
  });
} catch (error) {
  fail(error);
}

async function follow(model: EmbeddingModel, message: unknown): Promise<void> {
  const asked = order.parse(message);
  if ("end" in asked) {
    await model.release();
    parentPort?.close();
    return;
  }
  const vectors: Float32Array[] = [];
  for (const text of asked.texts) vectors.push(await model.embed(text));
  tell({ vectors });
}

function fail(error: unknown): void {
  const code = embedderCode.safeParse(error instanceof CodedError ? error.code : undefined);
  tell({
    failed: code.success ? code.data : "embedder_model",
    message:
      code.success && error instanceof Error ? error.message : "The embedder's model failed. Ranking goes on without.",
  });
  parentPort?.close();
}
