import type { Contract, EventOf, Hello, ParamsOf, ParsedParamsOf, ResultOf } from "@beans-picker/protocol";
import type { z } from "zod";
import type { Logger } from "./log.js";

export interface CallContext {
  /** Aborts when the caller gave up, cancelled, or the service closes; its reason is a CodedError. */
  readonly signal: AbortSignal;
  /** Milliseconds until the caller gives up, counted from the arrival of the call. */
  readonly deadlineMs: number;
  readonly trace?: string;
}

/** One handler per method of the contract except hello and cancel, which the transport answers itself. */
export type Handlers<C extends Contract> = {
  readonly [N in Exclude<keyof C["methods"], "hello" | "cancel">]: (
    params: ParsedParamsOf<C["methods"], N>,
    context: CallContext,
  ) => Promise<z.input<C["methods"][N]["result"]>>;
};

/** Counts since the start, for diagnosis: none of these is fatal. */
export interface ServiceCounts {
  readonly calls: number;
  /** Frames that could not be answered: undecodable, without a usable id, or repeating the id of a waiting call. */
  readonly dropped: number;
  /** Replies that found their caller gone or not reading. */
  readonly undelivered: number;
}

export interface Service<C extends Contract> {
  /** Sends an event to whoever listens. Data that breaks the contract is logged and not sent. Never throws. */
  publish<T extends keyof C["events"]>(topic: T, data: z.input<C["events"][T]>): void;
  counts(): ServiceCounts;
  /** Aborts waiting calls, closes both sockets and removes their files. */
  close(): Promise<void>;
}

export interface ServeOptions<C extends Contract> {
  readonly contract: C;
  readonly address: string;
  readonly eventsAddress: string;
  readonly handlers: Handlers<C>;
  readonly build: string;
  readonly capabilities: readonly string[];
  readonly log: Logger;
  readonly maxFrameBytes?: number;
}

export interface CallOptions {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  readonly trace?: string;
}

export interface EventMeta {
  readonly seq: number;
  /** Unix milliseconds at the publisher. */
  readonly at: number;
  /** Events of this publisher, of any topic, that were lost before this one since the listener's last event. */
  readonly missed: number;
}

export interface Client<C extends Contract> {
  readonly hello: Hello;
  /** Rejects with a CodedError; `delivery` tells whether an `acts` call may have happened. */
  call<N extends keyof C["methods"]>(
    method: N,
    params: ParamsOf<C["methods"], N>,
    options: CallOptions,
  ): Promise<ResultOf<C["methods"], N>>;
  subscribe<T extends keyof C["events"]>(
    topic: T,
    listener: (data: EventOf<C["events"], T>, meta: EventMeta) => void,
  ): () => void;
  /** Resolves when the peer is gone or close() was called. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions<C extends Contract> {
  readonly contract: C;
  readonly address: string;
  readonly eventsAddress?: string;
  readonly build: string;
  readonly log: Logger;
  /** How long connecting and the first exchange may take, in milliseconds. */
  readonly deadlineMs: number;
  readonly maxFrameBytes?: number;
  readonly signal?: AbortSignal;
}

export type LazyClient<C extends Contract> = Pick<Client<C>, "call" | "subscribe" | "close">;
