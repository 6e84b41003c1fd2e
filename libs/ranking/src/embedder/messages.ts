import { z } from "zod";

/** What can be wrong with what a person installed, as the table of codes has it. */
export const embedderCode = z.enum(["embedder_missing", "embedder_model", "embedder_vocabulary"]);

/** What the thread with the model is started with: absolute paths. */
export const embedderFiles = z.object({
  /** The folder in which the package that runs models is installed. */
  runtime: z.string(),
  model: z.string(),
  vocabulary: z.string(),
});
export type EmbedderFiles = z.infer<typeof embedderFiles>;

/** To the thread: the next texts, or the end. */
export const order = z.union([z.object({ texts: z.array(z.string()) }), z.object({ end: z.literal(true) })]);
export type Order = z.infer<typeof order>;

/** From the thread: that the model is open, the vectors of an order in its order, or why there will be none. */
export const report = z.union([
  z.object({ fingerprint: z.string() }),
  z.object({ vectors: z.array(z.custom<Float32Array>((value) => value instanceof Float32Array)) }),
  z.object({ failed: embedderCode, message: z.string() }),
]);
export type Report = z.infer<typeof report>;
