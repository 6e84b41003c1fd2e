import { acts, commonMethods, reads } from "@beans-picker/protocol";
import { z } from "zod";

/** The contract of the scripts in `testing/`, which must say the same as `testing/contract.mjs`. */
export const childContract = {
  role: "fixture",
  methods: {
    ...commonMethods,
    echo: reads(z.object({ text: z.string() }), z.object({ text: z.string(), pid: z.number() })),
    environment: reads(z.object({}), z.object({ names: z.array(z.string()) })),
    press: acts(z.object({ hold: z.boolean() }), z.object({ pressed: z.number() })),
    die: acts(z.object({ how: z.enum(["exit", "throw", "reject"]) }), z.object({})),
    shout: acts(z.object({ count: z.number() }), z.object({})),
    relay: reads(z.object({ text: z.string() }), z.object({ text: z.string(), pid: z.number() })),
  },
  events: { tick: z.object({ n: z.number() }) },
} as const;

export const roleContract = <R extends string>(role: R) => ({ ...childContract, role }) as const;
