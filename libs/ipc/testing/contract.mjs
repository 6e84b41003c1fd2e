// The contract that the child scripts of the tests serve.
import { acts, commonMethods, reads } from "@beans-picker/protocol";
import { z } from "zod";

export const testContract = {
  role: "fixture",
  methods: {
    ...commonMethods,
    echo: reads(z.object({ text: z.string() }), z.object({ text: z.string(), pid: z.number() })),
    /** Names of the environment variables that the child sees. */
    environment: reads(z.object({}), z.object({ names: z.array(z.string()) })),
    press: acts(z.object({ hold: z.boolean() }), z.object({ pressed: z.number() })),
    die: acts(z.object({ how: z.enum(["exit", "throw", "reject"]) }), z.object({})),
    shout: acts(z.object({ count: z.number() }), z.object({})),
    /** What the child's own peer of this role answers. */
    relay: reads(z.object({ text: z.string() }), z.object({ text: z.string(), pid: z.number() })),
  },
  events: { tick: z.object({ n: z.number() }) },
};
