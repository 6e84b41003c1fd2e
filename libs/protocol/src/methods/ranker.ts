import { decision, rankOption, rankRequest, ranking } from "@beans-picker/ranking/contract";
import { z } from "zod";
import { reads, type Contract } from "../define.js";
import { commonMethods } from "./common.js";

export const rankerContract = {
  role: "ranker",
  methods: {
    ...commonMethods,
    rank: reads(rankRequest, z.object({ ranking, decision })),
    /** How a pick turned out, so that the same instruction can be tried on the same control first; may be repeated. */
    settle: reads(
      z.object({
        app: z.string(),
        instruction: z.string(),
        /** Whether the instruction came with a text to enter. */
        withText: z.boolean(),
        /** The option as it was when it was picked. */
        option: rankOption,
        destructive: z.boolean(),
        /** Only a verified `done` counts. */
        done: z.boolean(),
      }),
      z.object({}),
    ),
  },
  events: {},
} as const satisfies Contract;
export type RankerContract = typeof rankerContract;
