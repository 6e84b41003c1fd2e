import { z } from "zod";
import { contracts } from "./contracts.js";
import { eventFrame, replyFrame, requestFrame } from "./envelope.js";
import { subscribedEvent, subscribedTopic } from "./subscribed.js";
import { protocolVersion } from "./version.js";

type Json = Record<string, unknown>;

/**
 * The whole wire as one JSON Schema document, for readers in other languages. Bytes, which JSON has no form for, are a
 * string with `contentEncoding: "binary"`; on the wire they are MessagePack `bin`.
 */
export function protocolSchema(): Json {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "beans-picker wire protocol",
    version: `${protocolVersion.major}.${protocolVersion.minor}`,
    envelopes: { request: schemaOf(requestFrame), reply: schemaOf(replyFrame), event: schemaOf(eventFrame) },
    events: { [subscribedTopic]: schemaOf(subscribedEvent) },
    contracts: Object.fromEntries(
      contracts.map((contract) => [
        contract.role,
        {
          methods: mapValues(contract.methods, (method) => ({
            effects: method.effects,
            params: schemaOf(method.params),
            result: schemaOf(method.result),
          })),
          events: mapValues(contract.events, schemaOf),
        },
      ]),
    ),
  };
}

function schemaOf(schema: z.ZodType): Json {
  const json: Json = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      if (takesBytesOnly(zodSchema)) Object.assign(jsonSchema, { type: "string", contentEncoding: "binary" });
    },
  });
  // The document names its dialect once, at the top.
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== "$schema"));
}

/** `z.instanceof(Uint8Array)` is a custom check that cannot be looked into, so it is asked. */
function takesBytesOnly(schema: z.core.$ZodType): boolean {
  if (schema._zod.def.type !== "custom") return false;
  return z.safeParse(schema, new Uint8Array()).success && !z.safeParse(schema, "").success;
}

function mapValues<T>(table: Readonly<Record<string, T>>, change: (value: T) => Json): Json {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value)]));
}
