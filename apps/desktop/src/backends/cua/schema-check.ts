import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

export type ArgumentCheck = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Decides whether arguments fit a tool's own input schema. The driver itself ignores what it does not know. */
export type ArgumentChecker = (args: Readonly<Record<string, unknown>>) => ArgumentCheck;

const options = {
  // The schemas are the driver's, not ours: unknown keywords and formats are no reason to refuse a call.
  strict: false,
  logger: false,
  allErrors: false,
  validateSchema: false,
} as const;

/** Compiles a tool's schema. A schema that cannot be compiled refuses every call, because nothing can be promised then. */
export function compileChecker(tool: string, schema: Readonly<Record<string, unknown>>): ArgumentChecker {
  let validate: ValidateFunction;
  try {
    validate = newValidator(schema);
  } catch {
    return () => ({ ok: false, message: `The driver's schema of ${tool} cannot be read; nothing was sent.` });
  }
  return (args) => {
    if (validate(args)) return { ok: true };
    return { ok: false, message: `${tool}: ${explain(validate.errors?.[0])}; nothing was sent.` };
  };
}

function newValidator(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const { $schema: dialect, ...rest } = schema;
  const ajv = typeof dialect === "string" && /draft-0[4-7]/.test(dialect) ? new Ajv(options) : new Ajv2020(options);
  const integer = (min: number, max: number) => ({
    type: "number" as const,
    validate: (value: number) => Number.isInteger(value) && value >= min && value <= max,
  });
  ajv.addFormat("uint32", integer(0, 2 ** 32 - 1));
  ajv.addFormat("uint64", integer(0, Number.MAX_SAFE_INTEGER));
  ajv.addFormat("int32", integer(-(2 ** 31), 2 ** 31 - 1));
  return ajv.compile(rest);
}

/** Names the argument and the rule. Never the value: it may be what is to be typed. */
function explain(error: ErrorObject | undefined): string {
  if (error === undefined) return "the arguments do not fit";
  const at = error.instancePath.slice(1).replaceAll("/", ".");
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case "required":
      return `argument ${join(at, params["missingProperty"])} is required`;
    case "additionalProperties":
      return `argument ${join(at, params["additionalProperty"])} is not known`;
    default:
      return at === ""
        ? `the arguments ${error.message ?? "do not fit"}`
        : `argument ${at} ${error.message ?? "does not fit"}`;
  }
}

function join(at: string, name: unknown): string {
  // A name comes from the caller when it is not the driver's: shown, but short.
  const shown = JSON.stringify(String(name).slice(0, 64));
  return at === "" ? shown : `${shown} of ${at}`;
}
