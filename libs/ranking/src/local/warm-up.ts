import { calibrationFor } from "../gate/index.js";
import { rankLocally } from "./rank.js";
import { loadThesaurus } from "./thesaurus/index.js";

/**
 * Does ahead what the first ranking would have to wait for: reads thesaurus, weights and limits, and ranks once. `pause` lets
 * others have their turn. Rejects when the package is incomplete, as the first ranking would.
 */
export async function warmUp(pause: () => Promise<void>): Promise<void> {
  await loadThesaurus(pause);
  calibrationFor("local");
  rankLocally({ instruction: "press OK", window: { app: "", title: "", modal: null }, options: [sample] });
}

const sample = {
  id: "sample",
  kind: "click" as const,
  does: 'press button "OK"',
  facts: { role: "button" as const, label: "OK", rawLabel: "OK", within: [], inWeb: false },
};
