import type { RankOption, RankRequest } from "../ranking.js";

/** A button called `label`, or what `more` makes of it. */
export function option(
  id: string,
  label: string,
  more: Partial<RankOption> = {},
  facts: Partial<RankOption["facts"]> = {},
): RankOption {
  return {
    id,
    kind: "click",
    does: `click button "${label}"`,
    ...more,
    facts: { role: "button", label, rawLabel: label, within: [], inWeb: false, ...facts },
  };
}

export function request(instruction: string, options: RankOption[], text?: string): RankRequest {
  return {
    instruction,
    ...(text === undefined ? {} : { text }),
    window: { app: "App", title: "Window", modal: null },
    options,
  };
}
