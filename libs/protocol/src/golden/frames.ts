import { encode } from "../codec.js";
import { contracts } from "../contracts.js";
import type { Contract } from "../define.js";
import { defaultMaxFrameBytes, envelopeVersion, eventFrame, replyFrame, requestFrame } from "../envelope.js";
import { subscribedEvent, subscribedTopic } from "../subscribed.js";
import { desktopSamples } from "./desktop.js";
import { rankerSamples } from "./ranker.js";
import type { ContractSamples } from "./sample.js";
import { verifierSamples } from "./verifier.js";
import { watcherSamples } from "./watcher.js";

export interface GoldenFrame {
  /** File name without its ending: `<role>.<request|reply|event|error>.<method or topic>`. */
  readonly name: string;
  readonly kind: "request" | "reply" | "event";
  readonly role: string;
  /** Method or topic; null for error replies, which belong to no method. */
  readonly subject: string | null;
  readonly frame: unknown;
  readonly bytes: Uint8Array;
}

/** Unix milliseconds of every golden event: larger than 32 bits, so it is written as a 64-bit float. */
const goldenTime = 1_767_225_600_123;

const samples: Readonly<Record<string, ContractSamples>> = {
  desktop: desktopSamples,
  ranker: rankerSamples,
  verifier: verifierSamples,
  watcher: watcherSamples,
};

/** The frames whose exact bytes every implementation must read and write. Fails on a contract without an example. */
export function goldenFrames(): readonly GoldenFrame[] {
  return [...contracts.flatMap(framesOf), subscribedFrame(), ...errorFrames()];
}

function framesOf(contract: Contract): GoldenFrame[] {
  const { role } = contract;
  const { methods, events } = sampleFor(samples, role, "contract");
  const calls = Object.entries(contract.methods).flatMap(([method, definition], index) => {
    const sample = sampleFor(methods, method, role);
    // Ids of every integer width, so that a reader is tried on each.
    const id = [7, 200, 40_000, 3_000_000_000][index % 4] ?? 0;
    const params = definition.params.parse(sample.params);
    const trace = index % 2 === 0 ? {} : { trace: "golden" };
    const request = requestFrame.parse({ v: envelopeVersion, id, method, params, deadlineMs: 30_000, ...trace });
    const reply = replyFrame.parse({
      v: envelopeVersion,
      id,
      ok: true,
      result: definition.result.parse(sample.result),
    });
    return [golden("request", role, method, request), golden("reply", role, method, reply)];
  });
  const published = Object.entries(contract.events).map(([topic, schema], index) => {
    const data = schema.parse(sampleFor(events, topic, role));
    return golden(
      "event",
      role,
      topic,
      eventFrame.parse({ v: envelopeVersion, topic, seq: index + 1, at: goldenTime, data }),
    );
  });
  return [...calls, ...published];
}

function subscribedFrame(): GoldenFrame {
  const data = subscribedEvent.parse({});
  const frame = eventFrame.parse({ v: envelopeVersion, topic: subscribedTopic, seq: 1, at: goldenTime, data });
  return golden("event", "any", subscribedTopic, frame);
}

function errorFrames(): GoldenFrame[] {
  const plain = { code: "unknown_method", message: "The process has no such method; nothing was done." };
  const full = {
    code: "snapshot_unavailable",
    message: "The snapshot cannot be used.",
    details: { text: "x", count: 3, share: 0.5, last: true, list: ["a", "b"] },
    delivery: "not_delivered",
    retry: false,
  };
  return [
    { name: "plain", error: plain },
    { name: "full", error: full },
  ].map(({ name, error }) => {
    const frame = replyFrame.parse({ v: envelopeVersion, id: 9, ok: false, error });
    return {
      name: `any.error.${name}`,
      kind: "reply" as const,
      role: "any",
      subject: null,
      frame,
      bytes: bytesOf(frame),
    };
  });
}

function golden(kind: GoldenFrame["kind"], role: string, subject: string, frame: unknown): GoldenFrame {
  return { name: `${role}.${kind}.${subject}`, kind, role, subject, frame, bytes: bytesOf(frame) };
}

function bytesOf(frame: unknown): Uint8Array {
  const encoded = encode(frame, defaultMaxFrameBytes);
  if (!encoded.ok) throw new Error(`a golden frame cannot be encoded: ${encoded.reason}`);
  return Uint8Array.from(encoded.bytes);
}

function sampleFor<T>(table: Readonly<Record<string, T>>, name: string, of: string): T {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found === undefined) throw new Error(`${of} has no golden example for ${name}`);
  return found;
}
