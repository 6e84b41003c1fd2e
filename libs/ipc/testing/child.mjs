// A well-behaved child process, for tests of the supervisor and of runProcess.
import { runProcess } from "../dist/index.js";
import { testContract } from "./contract.mjs";

let pressed = 0;
const contract = { ...testContract, role: process.env.FIXTURE_ROLE ?? "fixture" };

await runProcess({
  contract,
  build: "test",
  async start({ log, peer, publish }) {
    if (process.env.FIXTURE_NOISE !== undefined) {
      log.warn({ kind: "noise" }, "a line of the child's log");
      process.stderr.write(`plain ${"x".repeat(1000)}\n`);
    }
    const other =
      process.env.FIXTURE_PEER === undefined ? undefined : peer({ ...testContract, role: process.env.FIXTURE_PEER });
    return {
      capabilities: ["echo"],
      handlers: {
        echo: async ({ text }) => ({ text, pid: process.pid }),
        environment: async () => ({ names: Object.keys(process.env) }),
        async press({ hold }) {
          pressed += 1;
          if (hold) await new Promise(() => undefined);
          return { pressed };
        },
        async die({ how }) {
          if (how === "exit") process.exit(3);
          setImmediate(() => {
            const error = new Error("this text must not be logged");
            if (how === "throw") throw error;
            void Promise.reject(error);
          });
          return {};
        },
        async shout({ count }) {
          for (let n = 1; n <= count; n += 1) publish("tick", { n });
          return {};
        },
        relay: ({ text }) => other.call("echo", { text }, { deadlineMs: 5_000 }),
      },
      close: async () => {
        if (process.env.FIXTURE_STUBBORN === "close") await new Promise(() => undefined);
      },
    };
  },
});
