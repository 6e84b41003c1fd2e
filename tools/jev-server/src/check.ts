import { resolved } from "./models.js";
import { requestBody, type RequestBody } from "./question.js";

/** A request that the service refuses: the status and the `detail` of its body. */
export interface Refusal {
  readonly status: number;
  readonly detail: unknown;
}

export interface TokenLimits {
  /** For the whole request. */
  readonly request: number;
  /** For the state and the longest question together. */
  readonly question: number;
}

/** Source: figures published for the service. */
export const serviceLimits: TokenLimits = { request: 65_536, question: 33_000 };

const MAX_CHOICES = 255;
const MAX_LEVELS = 10;

/** The service's checks of a body, in its order; the body when it passes them all. */
export function checkBody(text: string, limits: TokenLimits): RequestBody | Refusal {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { status: 422, detail: [{ loc: ["body", 0], msg: "JSON decode error", type: "json_invalid" }] };
  }
  const parsed = requestBody.safeParse(json);
  if (!parsed.success) {
    const detail = parsed.error.issues.map(({ path, message, code }) => ({
      loc: ["body", ...path],
      msg: message,
      type: code,
    }));
    return { status: 422, detail };
  }
  return misuse(parsed.data, limits) ?? parsed.data;
}

export function isRefusal(result: RequestBody | Refusal): result is Refusal {
  return "detail" in result;
}

/** Tokens of a text by the published estimate. */
export function estimateTokens(text: string): number {
  return Math.round(271 + 0.196 * text.length);
}

function misuse(body: RequestBody, limits: TokenLimits): Refusal | undefined {
  for (const [id, asked] of Object.entries(body.questions)) {
    if (asked.type === "choice" && Object.keys(asked.criteria).length > MAX_CHOICES) {
      return { status: 400, detail: `Too many choices. Must have at most ${MAX_CHOICES} choices.` };
    }
    if (asked.type === "score" && asked.criteria.length > MAX_LEVELS) {
      return { status: 400, detail: `Too many score levels. Must have at most ${MAX_LEVELS} levels.` };
    }
    if (asked.type === "noul" && asked.instructions == null && asked.criteria == null) {
      return { status: 400, detail: `Noul question must have criteria or instructions: ${id}` };
    }
  }
  if (!resolved.has(body.model)) return { status: 400, detail: `Unknown model: ${body.model}` };
  const state = JSON.stringify(body.state);
  const longest = Math.max(...Object.values(body.questions).map((asked) => JSON.stringify(asked).length));
  const whole = estimateTokens(state + JSON.stringify(body.questions));
  const single = Math.round(271 + 0.196 * (state.length + longest));
  if (whole > limits.request || single > limits.question) {
    return {
      status: 400,
      detail: { error_type: "max_tokens_exceeded", message: "The request exceeds the maximum number of tokens." },
    };
  }
  return undefined;
}
