import { readFileSync } from "node:fs";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import type { Ranking } from "../ranking.js";
import { thresholds } from "./thresholds.js";

/**
 * Turns a ranking into the chance that its leader is right: a logistic model of what the shares look like, then a
 * monotone correction. Shares alone do not tell: they are relative to what was offered.
 */
const confidenceModel = z.strictObject({
  bias: z.number(),
  /** Weight of the log odds of the leader. */
  leader: z.number(),
  /** Weight of the logarithm of how many times the runner-up the leader is. */
  margin: z.number(),
  /** Weight of the share of "none". */
  none: z.number(),
  /** Weight of the logarithm of the number of options. */
  count: z.number(),
  /** From modelled to observed chance, both rising; straight lines between. Empty leaves the model as it is. */
  knots: z.array(z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)])),
});
export type ConfidenceModel = z.infer<typeof confidenceModel>;

/** A back end's limits and what its shares mean. Never shared between back ends: their shares mean different things. */
export const calibration = z.strictObject({
  version: z.literal(1),
  ranker: z.string().min(1).max(64),
  /** How the figures were found, so that they can be found again. */
  made: z.string().max(1000),
  thresholds,
  /** Absent when the ranker gives its own confidence, or when nothing was measured. */
  confidence: confidenceModel.optional(),
});
export type Calibration = z.infer<typeof calibration>;

/** The back ends that come with a calibration. */
export const calibrated = ["jev", "local", "embedder"] as const;

const shipped = new Map<string, Calibration>();

/** The calibration that ships for a back end. One that has none gets Jev's limits, which are those of the seed. */
export function calibrationFor(ranker: string): Calibration {
  const name = calibrated.find((one) => one === ranker) ?? "jev";
  const known = shipped.get(name);
  if (known !== undefined) return known;
  const file = new URL(`../../calibration/${name}.json`, import.meta.url);
  const read = parseCalibration(readFileSync(file, "utf8"));
  shipped.set(name, read);
  return read;
}

/** Reads a calibration file's text. Fails with `bad_arguments`, which names the field. */
export function parseCalibration(text: string): Calibration {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CodedError("bad_arguments", "The calibration is not JSON; nothing was ranked.");
  }
  const parsed = calibration.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new CodedError(
    "bad_arguments",
    `The calibration's field "${where}" is missing or out of range; nothing was ranked.`,
  );
}

/** Two-decimal shares can be 0 and 1; log odds cannot be of those. */
const EDGE = 0.005;

/** The calibrated chance that the leader is right; undefined where nothing was measured. An empty ranking is never right. */
export function confidenceOf(ranking: Ranking, { confidence: model }: Calibration): number | undefined {
  if (ranking.confidence !== undefined) return ranking.confidence;
  if (model === undefined) return undefined;
  const shares = ranking.ranked.map(({ p }) => p).sort((a, b) => b - a);
  const [first, second = 0] = shares;
  if (first === undefined) return 0;
  const p = Math.min(1 - EDGE, Math.max(EDGE, first));
  const score =
    model.bias +
    model.leader * Math.log(p / (1 - p)) +
    model.margin * Math.log(p / Math.max(EDGE, second)) +
    model.none * ranking.pNone +
    model.count * Math.log(shares.length);
  return corrected(1 / (1 + Math.exp(-score)), model.knots);
}

function corrected(x: number, knots: ConfidenceModel["knots"]): number {
  const [first] = knots;
  if (first === undefined) return x;
  let [fromX, fromY] = first;
  if (x <= fromX) return fromY;
  for (const [toX, toY] of knots) {
    if (x <= toX) return toX === fromX ? toY : fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX);
    [fromX, fromY] = [toX, toY];
  }
  return fromY;
}
