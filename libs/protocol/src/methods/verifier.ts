import { action } from "@beans-picker/desktop";
import { verdict } from "@beans-picker/verification";
import { z } from "zod";
import { acts, reads, type Contract } from "../define.js";
import { commonMethods, owner, snapshotId } from "./common.js";

export const verifierContract = {
  role: "verifier",
  methods: {
    ...commonMethods,
    /** Called before the action is sent: keeps what the window looked like and what is meant to happen. */
    "watch.begin": reads(z.object({ owner, snapshotId, action }), z.object({ watchId: z.string() })),
    /** Called after the action was sent: looks until the effect shows or the time is up. Ends the watch. */
    "watch.judge": reads(
      z.object({ owner, watchId: z.string() }),
      z.object({
        verdict,
        /** The last snapshot taken, unused; null when none could be taken. */ after: snapshotId.nullable(),
      }),
    ),
    "watch.drop": acts(z.object({ owner, watchId: z.string() }), z.object({})),
  },
  events: {},
} as const satisfies Contract;
export type VerifierContract = typeof verifierContract;
