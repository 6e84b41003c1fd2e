import type { Handlers } from "@beans-picker/ipc";
import type { WatcherContract } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import type { FrontWatch } from "../watch.js";
import type { Recordings } from "./recordings.js";
import type { RecorderTools } from "./tools.js";

export interface RecordParts {
  readonly watch: Pick<FrontWatch, "source">;
  readonly recordings: Pick<Recordings, "start" | "stop">;
  readonly tools: Pick<RecorderTools, "missing">;
}

export function recordHandlers({
  watch,
  recordings,
  tools,
}: RecordParts): Pick<Handlers<WatcherContract>, "record.start" | "record.stop"> {
  return {
    async "record.start"(order, { signal }) {
      const missing = await tools.missing();
      if (missing !== null) throw missing;
      const identity = await (await watch.source(signal)).identify(order.windowId);
      if (identity === null || identity.pid !== order.pid) throw new CodedError("window_not_found");
      return recordings.start(order, signal);
    },
    "record.stop": ({ recordingId }, { signal }) => recordings.stop(recordingId, signal),
  };
}
