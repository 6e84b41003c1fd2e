import {
  commonMethods,
  compatible,
  decode,
  encode,
  envelopeVersion,
  protocolVersion,
  requestFrame,
  type Contract,
  type Method,
  type ReplyFrame,
  type RequestFrame,
} from "@beans-picker/protocol";
import { z } from "zod";
import type { CallContext, ServeOptions, ServiceCounts } from "./contract-types.js";
import { errorKind } from "./log.js";
import { describeIssues, failure, interruption, refusal, success, wireErrorOf } from "./replies.js";
import { RunningCalls, type Ended } from "./running-calls.js";

type AnyHandler = (params: unknown, context: CallContext) => Promise<unknown>;

const handlerTable = z.record(
  z.string(),
  z.custom<AnyHandler>((value) => typeof value === "function", "a handler is missing"),
);

/** What can be saved of a frame that is not a request of this version. */
const anyFrame = z.looseObject({ v: z.unknown().optional(), id: z.int().nonnegative() });

/** Turns frames of peers into replies: everything of a service except its sockets. */
export class Answerer<C extends Contract> {
  readonly #options: Omit<ServeOptions<C>, "handlers">;
  readonly #methods: ReadonlyMap<string, { readonly method: Method; readonly handler: AnyHandler }>;
  readonly #maxBytes: number;
  readonly #send: (peer: Uint8Array, frame: Uint8Array) => Promise<void>;
  readonly #running = new RunningCalls();
  #closed = false;
  #calls = 0;
  #dropped = 0;
  #undelivered = 0;

  constructor(
    options: ServeOptions<C>,
    maxBytes: number,
    send: (peer: Uint8Array, frame: Uint8Array) => Promise<void>,
  ) {
    this.#options = options;
    this.#maxBytes = maxBytes;
    this.#send = send;
    const handlers = handlerTable.parse(options.handlers);
    const methods = new Map<string, { method: Method; handler: AnyHandler }>();
    for (const [name, method] of Object.entries(options.contract.methods)) {
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      if (handler !== undefined) methods.set(name, { method, handler });
    }
    this.#methods = methods;
  }

  counts(): ServiceCounts {
    return { calls: this.#calls, dropped: this.#dropped, undelivered: this.#undelivered };
  }

  close(): void {
    this.#closed = true;
    this.#running.closeAll();
  }

  receive(peer: Uint8Array, parts: readonly Uint8Array[]): void {
    const [bytes, ...more] = parts;
    const decoded = bytes === undefined || more.length > 0 ? undefined : decode(bytes, this.#maxBytes);
    if (decoded === undefined || !decoded.ok) {
      this.#dropped += 1;
      return;
    }
    const request = requestFrame.safeParse(decoded.value);
    if (request.success) {
      this.#accept(peer, request.data);
      return;
    }
    const rest = anyFrame.safeParse(decoded.value);
    if (!rest.success || this.#running.has(keyOf(peer), rest.data.id)) {
      this.#dropped += 1;
      return;
    }
    const { v, id } = rest.data;
    if (typeof v === "number" && v !== envelopeVersion) {
      const verdict = compatible(protocolVersion, { major: v, minor: 0 });
      const reason = verdict.ok ? "the frame version differs" : verdict.reason;
      this.#reply(peer, failure(id, refusal("protocol_mismatch", `Nothing was done: ${reason}. Update both sides.`)));
      return;
    }
    const what = describeIssues(request.error, "parameter").replace("parameter", "the frame's field");
    this.#reply(
      peer,
      failure(id, refusal("frame_malformed", `The request was not understood; nothing was done: ${what}.`)),
    );
  }

  #accept(peer: Uint8Array, request: RequestFrame): void {
    this.#calls += 1;
    const { id, method: name } = request;
    switch (name) {
      case "hello":
        this.#reply(peer, this.#hello(request));
        return;
      case "cancel":
        this.#reply(peer, this.#cancel(keyOf(peer), request));
        return;
    }
    const known = this.#methods.get(name);
    if (known === undefined) {
      const message = `The ${this.#options.contract.role} process has no such method; nothing was done.`;
      this.#reply(peer, failure(id, refusal("unknown_method", message)));
      return;
    }
    const params = known.method.params.safeParse(request.params);
    if (!params.success) {
      const message = `Nothing was done: ${describeIssues(params.error, "parameter")}.`;
      this.#reply(peer, failure(id, refusal("bad_params", message)));
      return;
    }
    const key = keyOf(peer);
    if (this.#running.has(key, id)) {
      // Answering would end the first call of that id at the caller; carrying it out could do an action twice.
      this.#dropped += 1;
      return;
    }
    if (this.#running.full(key)) {
      this.#reply(
        peer,
        failure(id, refusal("overloaded", "Too many calls are waiting; this one was not accepted.", true)),
      );
      return;
    }
    void this.#run(peer, request, params.data, known.method, known.handler);
  }

  async #run(
    peer: Uint8Array,
    request: RequestFrame,
    params: unknown,
    method: Method,
    handler: AnyHandler,
  ): Promise<void> {
    const { id, deadlineMs, trace } = request;
    let started = false;
    const call = this.#running.start(keyOf(peer), id, deadlineMs, (why) => {
      const { code, message } = endOf(why);
      this.#reply(
        peer,
        failure(id, started ? interruption(code, message, method.effects) : refusal(code, message, true)),
      );
    });
    try {
      // Whatever else has already arrived is read first, so that a cancel that waits behind its call still stops it.
      await new Promise((resolve) => setImmediate(resolve));
      if (call.hasEnded()) return;
      started = true;
      const context: CallContext = { signal: call.signal, deadlineMs, ...(trace === undefined ? {} : { trace }) };
      const result = await handler(params, context);
      if (!call.hasEnded()) this.#replyResult(peer, id, method, result);
    } catch (error) {
      if (call.hasEnded()) return;
      const wire = wireErrorOf(error, method.effects);
      if (wire.code === "internal")
        this.#options.log.error({ ...errorKind(error), method: request.method }, "a handler failed");
      this.#reply(peer, failure(id, wire));
    } finally {
      this.#running.settle(call);
    }
  }

  #replyResult(peer: Uint8Array, id: number, method: Method, result: unknown): void {
    const parsed = method.result.safeParse(result);
    if (parsed.success) {
      this.#reply(peer, success(id, parsed.data), method);
      return;
    }
    const what = describeIssues(parsed.error, "result");
    this.#options.log.error({ what }, "a handler broke its contract");
    const message = "The process produced an answer that breaks its contract, so it was not sent.";
    this.#reply(peer, failure(id, interruption("internal", message, method.effects)));
  }

  #hello(request: RequestFrame): ReplyFrame {
    const { contract, build, capabilities } = this.#options;
    const params = commonMethods.hello.params.safeParse(request.params);
    if (!params.success) {
      return failure(
        request.id,
        refusal("bad_params", `Nothing was done: ${describeIssues(params.error, "parameter")}.`),
      );
    }
    const verdict = compatible(protocolVersion, params.data.version);
    if (!verdict.ok) {
      return failure(request.id, refusal("protocol_mismatch", `The connection was refused: ${verdict.reason}.`));
    }
    if (params.data.role !== contract.role) {
      const message = `The connection was refused: this is the ${contract.role} process, and another role was asked for.`;
      return failure(request.id, refusal("protocol_mismatch", message));
    }
    const hello = {
      role: contract.role,
      version: protocolVersion,
      build,
      pid: process.pid,
      capabilities: [...capabilities],
    };
    return success(request.id, hello);
  }

  #cancel(peer: string, request: RequestFrame): ReplyFrame {
    const params = commonMethods.cancel.params.safeParse(request.params);
    if (!params.success) {
      return failure(
        request.id,
        refusal("bad_params", `Nothing was done: ${describeIssues(params.error, "parameter")}.`),
      );
    }
    return success(request.id, { known: this.#running.cancel(peer, params.data.call) });
  }

  #reply(peer: Uint8Array, frame: ReplyFrame, method?: Method): void {
    if (this.#closed) return;
    const encoded = encode(frame, this.#maxBytes);
    if (encoded.ok) {
      this.#send(peer, encoded.bytes).catch(() => {
        this.#undelivered += 1;
      });
      return;
    }
    const effects = method?.effects ?? "reads";
    const message =
      encoded.code === "frame_too_large"
        ? `The answer was too large and was not sent: ${encoded.reason}. Ask for less at once.`
        : "The answer could not be encoded and was not sent.";
    const code = encoded.code === "frame_too_large" ? encoded.code : "internal";
    const fallback = encode(failure(frame.id, interruption(code, message, effects)), this.#maxBytes);
    if (!fallback.ok) {
      this.#undelivered += 1;
      return;
    }
    this.#send(peer, fallback.bytes).catch(() => {
      this.#undelivered += 1;
    });
  }
}

function keyOf(peer: Uint8Array): string {
  return Buffer.from(peer.buffer, peer.byteOffset, peer.byteLength).toString("hex");
}

function endOf(why: Ended): { code: "deadline_exceeded" | "cancelled" | "shutting_down"; message: string } {
  switch (why) {
    case "deadline":
      return { code: "deadline_exceeded", message: "The call did not end before its deadline." };
    case "cancelled":
      return { code: "cancelled", message: "The caller cancelled the call." };
    case "closing":
      return { code: "shutting_down", message: "The process is shutting down." };
  }
}
