// A child that ignores every request to stop.
import { runProcess } from "../dist/index.js";
import { testContract } from "./contract.mjs";

process.on("SIGTERM", () => undefined);
await runProcess({
  contract: { ...testContract, role: process.env.FIXTURE_ROLE ?? "fixture" },
  build: "test",
  leash: true,
  async start() {
    return {
      capabilities: [],
      handlers: {
        echo: async ({ text }) => ({ text, pid: process.pid }),
        // Blocks the event loop for good: neither signals nor the end of the pipe are seen any more.
        press: async () => {
          for (;;);
        },
      },
      close: async () => undefined,
    };
  },
});
