import type { z } from "zod";

export interface Method<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** `reads` may be repeated once after a lost connection; `acts` is never sent twice. */
  readonly effects: "reads" | "acts";
  readonly params: P;
  readonly result: R;
}

/** A contract: the methods and events of one process role. */
export type MethodTable = Readonly<Record<string, Method>>;
export type EventTable = Readonly<Record<string, z.ZodType>>;

export type ParamsOf<T extends MethodTable, N extends keyof T> = z.input<T[N]["params"]>;
export type ParsedParamsOf<T extends MethodTable, N extends keyof T> = z.output<T[N]["params"]>;
export type ResultOf<T extends MethodTable, N extends keyof T> = z.output<T[N]["result"]>;
export type EventOf<T extends EventTable, N extends keyof T> = z.output<T[N]>;

export interface Contract<M extends MethodTable = MethodTable, E extends EventTable = EventTable> {
  readonly role: string;
  readonly methods: M;
  readonly events: E;
}

export function reads<P extends z.ZodType, R extends z.ZodType>(params: P, result: R): Method<P, R> {
  return { effects: "reads", params, result };
}

export function acts<P extends z.ZodType, R extends z.ZodType>(params: P, result: R): Method<P, R> {
  return { effects: "acts", params, result };
}
