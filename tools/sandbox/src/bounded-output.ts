import type { Readable } from "node:stream";

/** Collects a stream and keeps the last `limit` characters, so that a chatty app cannot fill the memory. */
export function boundedOutput(stream: Readable | null, limit: number): () => string {
  let kept = "";
  stream?.setEncoding("utf8");
  stream?.on("data", (chunk: string) => {
    kept = (kept + chunk).slice(-limit);
  });
  // The other end of the pipe may go away at any time during a stop.
  stream?.on("error", () => undefined);
  return () => kept;
}
