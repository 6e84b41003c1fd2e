import { readBuild, runProcess } from "@beans-picker/ipc";
import { rankerContract } from "@beans-picker/protocol";
import { chooseRanker } from "./choice.js";
import { capabilitiesOf, rankerHandlers } from "./service.js";

await runProcess({
  contract: rankerContract,
  build: readBuild(import.meta.url),
  start: ({ log, env }) => {
    const choice = chooseRanker(env);
    if ("refusal" in choice) log.warn({ code: choice.refusal.code, reason: choice.refusal.message }, "no ranker");
    return Promise.resolve({
      handlers: rankerHandlers(choice),
      capabilities: capabilitiesOf(choice),
      close: () => Promise.resolve(),
    });
  },
});
