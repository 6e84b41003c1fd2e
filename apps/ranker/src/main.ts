import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { readBuild, runProcess } from "@beans-picker/ipc";
import { rankerContract } from "@beans-picker/protocol";
import { warmUp } from "@beans-picker/ranking";
import { chooseRanker } from "./choice.js";
import { decisionPath, openDecisionStore } from "./memory/decision-store.js";
import { createEgressRecord, egressPath, type EgressRecord } from "./record/egress.js";
import { capabilitiesOf, rankerHandlers } from "./service.js";
import { readSettings } from "./settings/env-files.js";

const build = readBuild(import.meta.url);

await runProcess({
  contract: rankerContract,
  build,
  start: async ({ log, env }) => {
    const settings = readSettings({
      env,
      from: dirname(fileURLToPath(import.meta.url)),
      onIgnored: (file, why) => log.warn({ file, why }, "a file with settings was left out"),
    });
    let record: EgressRecord | undefined;
    const choice = await chooseRanker(settings, {
      agent: `beans-picker/${build}`,
      onSent: (sent, host) => {
        const onFailure = (): void => log.warn("the record of what was sent cannot be written");
        record ??= createEgressRecord({ path: egressPath(env), host, now: Date.now, onFailure });
        record.add(sent);
      },
      onEmbedderProblem: ({ code, message }) =>
        log.warn({ code, reason: message }, "ranking goes on without the embedder"),
    });
    const problem = "refusal" in choice ? choice.refusal : choice.problem;
    if (problem) log.warn({ code: problem.code, reason: problem.message }, "no ranker, or not all of it");
    // Not waited for: the process is ready at once, and answers between the pieces.
    if ("ranker" in choice) {
      const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
      void warmUp(pause).catch(() => log.warn("the local ranker could not be loaded ahead"));
    }
    const remembers = !/^(?:off|0|false|no)$/i.test(settings["BEANS_PICKER_CACHE"]?.trim() ?? "");
    const decisions = remembers ? openDecisionStore(decisionPath(env), Date.now) : undefined;
    return {
      handlers: rankerHandlers(choice, decisions),
      capabilities: capabilitiesOf(choice, decisions),
      close: async () => {
        await choice.close();
        await record?.close();
      },
    };
  },
});
