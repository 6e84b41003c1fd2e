import { createConfirmations } from "@beans-picker/candidates";
import type { WindowEntry } from "@beans-picker/desktop";
import type { DesktopContract, MethodTable, ParamsOf, RankerContract, ResultOf } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import type { Port, ToolContext } from "../context.js";
import { files } from "../files.js";
import { fullIds } from "../present/short-ids.js";
import { noProgress } from "../progress.js";
import { createRecordingSlot } from "../recording.js";
import { createTraffic } from "../traffic.js";

/** What a process answers, by method; what is not here must not be asked. */
export type Answers<M extends MethodTable> = { readonly [N in keyof M]?: (params: ParamsOf<M, N>) => ResultOf<M, N> };

export interface Scripted {
  readonly context: ToolContext;
  /** The methods that were called, in order. */
  readonly asked: readonly string[];
}

/** A tool's context over processes that answer as told: what a tool asks for can be counted. */
export function scriptedContext(
  desktop: Answers<DesktopContract["methods"]>,
  ranker: Answers<RankerContract["methods"]> = {},
): Scripted {
  const asked: string[] = [];
  const port = <M extends MethodTable>(answers: Answers<M>): Port<M> => ({
    call(method, params) {
      asked.push(String(method));
      const answer = answers[method];
      return answer === undefined
        ? Promise.reject(new CodedError("unsupported", `${String(method)} is not to be asked`))
        : Promise.resolve(answer(params));
    },
  });
  const nothing = { changes: [], watched: true };
  return {
    asked,
    context: {
      desktop: port(desktop),
      ranker: port(ranker),
      verifier: port({}),
      watcher: { ...port({}), capabilities: () => Promise.resolve([]) },
      front: { record: () => ({ settled: () => Promise.resolve(), stop: () => nothing }) },
      checkUnlocked: () => Promise.resolve(),
      recording: createRecordingSlot(),
      files,
      owner: "owner-of-the-scripted-context",
      signal: new AbortController().signal,
      traffic: createTraffic(),
      actsOn: () => undefined,
      cameToFront: () => undefined,
      progress: noProgress,
      ids: fullIds,
      confirmations: createConfirmations({ secret: new Uint8Array(32), now: () => 0, nonce: () => new Uint8Array(12) }),
      rules: () => Promise.resolve(undefined),
      ask: undefined,
      mute: new Set(),
      tellLater: () => undefined,
      attachImage: () => undefined,
    },
  };
}

/** The list of windows with one ordinary window, as process 1 of the app "App" has it. */
export function listed(facts: Partial<WindowEntry> = {}): { windows: WindowEntry[] } {
  const window: WindowEntry = {
    windowId: 1,
    pid: 1,
    app: "App",
    title: "Window",
    bounds: { x: 0, y: 0, width: 400, height: 300 },
    onScreen: true,
    minimized: false,
    layer: 0,
    zIndex: 1,
    spaces: null,
    onCurrentSpace: null,
    ...facts,
  };
  return { windows: [window] };
}
