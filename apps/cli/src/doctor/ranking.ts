import { chooseRanker, type Settings } from "@beans-picker/ranker-process";
import type { Finding } from "./finding.js";

/** Who ranks, and whether anything leaves the machine for it. Asks nobody. */
export async function rankingFinding(settings: Settings): Promise<Finding> {
  const choice = await chooseRanker({ ...settings, BEANS_PICKER_EMBEDDER_MODEL: "" }, { agent: "doctor" });
  await choice.close();
  const name = "ranking";
  if ("refusal" in choice) return { name, state: "missing", found: "nobody", fix: choice.refusal.message };
  if (choice.problem) {
    return { name, state: "limited", found: "the local ranker; Jev's settings are wrong", fix: choice.problem.message };
  }
  if (choice.host === undefined) {
    return { name, state: "ok", found: "the local ranker, which needs no key and sends nothing anywhere" };
  }
  const when = choice.mode === "jev" ? "Jev for every pick" : "the local ranker, and Jev where that is not sure";
  return { name, state: "ok", found: `${when}, at ${choice.host}; see what was sent with: beans-picker egress` };
}
