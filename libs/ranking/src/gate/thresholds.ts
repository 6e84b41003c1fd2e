import { z } from "zod";

const share = z.number().min(0).max(1);

/** What it takes to act on a ranking's leader. All are probabilities, `margin` a factor. */
export const thresholds = z.strictObject({
  /** From here on, "none" that also beats the leader means that nothing fits. */
  none: share,
  /** Leader needed to act at once. */
  strict: share,
  /** Leader needed to act when it is also the forced choice. */
  agree: share,
  /** How many times the runner-up the leader must be for `agree`. */
  margin: z.number().min(1),
  /** Highest "none" with which anything is picked. */
  noneLimit: share,
  /** Lowest share worth showing in a shortlist. */
  shortlist: share,
  /** Calibrated confidence needed to act by either rule; 0 asks for none. */
  confidence: share,
});
export type Thresholds = z.infer<typeof thresholds>;
