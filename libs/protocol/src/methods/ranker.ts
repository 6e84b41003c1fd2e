import { decision, rankRequest, ranking } from "@beans-picker/ranking/contract";
import { z } from "zod";
import { reads, type Contract } from "../define.js";
import { commonMethods } from "./common.js";

export const rankerContract = {
  role: "ranker",
  methods: {
    ...commonMethods,
    rank: reads(rankRequest, z.object({ ranking, decision })),
  },
  events: {},
} as const satisfies Contract;
export type RankerContract = typeof rankerContract;
