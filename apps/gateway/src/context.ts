import type { Confirmations, CustomRules } from "@beans-picker/candidates";
import type {
  DesktopContract,
  FrontChange,
  MethodTable,
  ParamsOf,
  RankerContract,
  ResultOf,
  VerifierContract,
} from "@beans-picker/protocol";
import type { LockGate, WatcherPort } from "./lock-gate.js";
import type { ForegroundFacts } from "./present/foreground.js";
import type { RecordingSlot } from "./recording.js";
import type { ShortIds } from "./present/short-ids.js";
import type { Progress, ProgressEvent } from "./progress.js";
import type { Traffic } from "./traffic.js";

/** A process the gateway can call. Every call has a deadline; rejects with a CodedError. */
export interface Port<M extends MethodTable> {
  call<N extends keyof M>(
    method: N,
    params: ParamsOf<M, N>,
    options: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<ResultOf<M, N>>;
}

/** One listener's record of front-app changes from `start` until `stop`. */
export interface FrontRecord {
  /**
   * Changes seen since the record was started, oldest first; `at` is Unix ms. `ours`: an app came to the front that the call is
   * answerable for.
   */
  readonly changes: readonly { readonly at: number; readonly change: FrontChange; readonly ours: boolean }[];
  /** False when the watcher was not there for the whole time, so that silence proves nothing. */
  readonly watched: boolean;
}

export interface FrontPort {
  /**
   * Follows the front app during a call that acts on an app, and puts the previous one back when that app, or one that it
   * starts meanwhile, takes the front by itself. A null `pid` stands for an app that is only being started: whatever comes to
   * the front is meant.
   */
  record(pid: number | null): {
    /** Waits until what has to be put back is, and until all that happened so far is in the record. */
    settled(): Promise<void>;
    stop(): FrontRecord;
  };
}

/** The few file operations tools need, so that they can be given others in tests. */
export interface FilesPort {
  /** Publishes bytes at an absolute path that must not exist, mode 0600, all or nothing. Throws CodedError `bad_path`. */
  publish(path: string, bytes: Uint8Array): Promise<void>;
  /** Real path of a folder that can be opened, or a CodedError `bad_path`. */
  plainFolder(path: string): Promise<string>;
}

/** A person's answer to a question. */
export type Answer = "accept" | "decline" | "cancel" | "timeout";

/** What the caller of one call offers besides its arguments. */
export interface Caller {
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Takes progress events, when the client wants them. */
  readonly progress?: ((event: ProgressEvent) => void) | undefined;
  /** Asks the person behind the client, when the client can. */
  readonly ask?: ((question: string, signal: AbortSignal) => Promise<Answer>) | undefined;
  /** Takes a note about an action whose caller does not wait for the answer any more. */
  readonly tell?: ((note: string) => void) | undefined;
  /** Ids as this client is shown them. */
  readonly ids: ShortIds;
  /** False when the process ends with this call, so that nobody could redeem a token it gives. */
  readonly lasting: boolean;
}

/** All a tool can see. No tool sees the MCP server or a socket. */
export interface ToolContext {
  readonly desktop: Port<DesktopContract["methods"]>;
  readonly ranker: Port<RankerContract["methods"]>;
  readonly verifier: Port<VerifierContract["methods"]>;
  readonly watcher: WatcherPort;
  readonly front: FrontPort;
  /** Refuses the call while the screen is locked. */
  readonly checkUnlocked: LockGate;
  /** The client's running recording. */
  readonly recording: RecordingSlot;
  readonly files: FilesPort;
  /** Marks the snapshots of this client. */
  readonly owner: string;
  /** Aborts when the client cancels the call or the server stops. */
  readonly signal: AbortSignal;
  readonly traffic: Traffic;
  /** Says which app the call turned out to be for. */
  actsOn(pid: number): void;
  /** Adds to the answer, whatever comes of the call, that apps came to the front while one was started for it. */
  cameToFront(facts: ForegroundFacts): void;
  readonly progress: Progress;
  readonly ids: ShortIds;
  /** Undefined when the caller cannot come back with a token. */
  readonly confirmations: Confirmations | undefined;
  /** A person's own rules of what needs consent. Rejects with `rules_unusable` when their file cannot be used. */
  readonly rules: () => Promise<CustomRules | undefined>;
  readonly ask: Caller["ask"];
  /** Windows that were looked at long enough to know that they tell nothing. */
  readonly mute: Set<number>;
  /** Keeps what came of an action whose caller had gone, for the caller's next answer. */
  tellLater(note: string): void;
  /** Adds a picture to the answer. */
  attachImage(png: Uint8Array): void;
}
