import type { MethodTable } from "@beans-picker/protocol";
import { CodedError, codes, type Code } from "@beans-picker/shared";
import type { Port } from "./context.js";

/** The part of a connected client that a port needs. */
export interface PortClient<M extends MethodTable> extends Port<M> {
  readonly hello: { readonly pid: number };
}

/** Codes a port answers with when its process is lost or silent, so that the caller knows which part failed. */
export interface PortCodes {
  readonly lost: Code;
  readonly late: Code;
}

/**
 * A port that waits for its process to be there. A call that was out when the process died is never repeated: a read
 * fails with the process's code, an action keeps its own facts, which say that its delivery is uncertain.
 */
export function createPort<M extends MethodTable>(
  methods: M,
  client: (signal?: AbortSignal) => Promise<Port<M>>,
  names: PortCodes,
): Port<M> {
  return {
    async call(method, params, options) {
      const connected = await client(options.signal);
      try {
        return await connected.call(method, params, options);
      } catch (error) {
        throw error instanceof CodedError ? named(error, methods[method]?.effects === "acts", names) : error;
      }
    },
  };
}

function named(error: CodedError, acts: boolean, names: PortCodes): CodedError {
  const { delivery } = error.facts;
  const more = { ...(acts && delivery && { delivery }) };
  switch (error.code) {
    case "connection_closed":
      return new CodedError(names.lost, codes[names.lost].meaning, more);
    case "deadline_exceeded":
      return new CodedError(names.late, codes[names.late].meaning, more);
    default:
      return error;
  }
}
