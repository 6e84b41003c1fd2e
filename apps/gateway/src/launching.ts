import type { ToolContext } from "./context.js";
import { presentForeground } from "./present/foreground.js";

/** Follows the front while an app is started, and tells of it in the call's answer, whatever comes of the start. */
export async function launching<R>(context: ToolContext, during: string, start: () => Promise<R>): Promise<R> {
  const record = context.front.record(null);
  try {
    return await start();
  } finally {
    await record.settled();
    context.cameToFront(presentForeground(record.stop(), during));
  }
}
