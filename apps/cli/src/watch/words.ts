import type { Front } from "@beans-picker/protocol";
import type { Summary, Visit } from "./audit.js";

/** A front app as people read it. Other programs choose these names, so control characters are taken out. */
export function appWords({ app, pid, windowId }: Front): string {
  if (windowId === null) return "nobody";
  const name = (app ?? "unnamed app").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  return pid === null ? name : `${name} (${pid})`;
}

const causes: Readonly<Record<Visit["cause"], string>> = {
  start: "in front when the watch began",
  person: "a person switched",
  app: "came to the front by itself",
  opened: "opened a window in front",
  closed: "the window before it closed",
  restore: "put back by beans-picker",
  unknown: "came to the front, nobody knows why",
};

/** What an app does that takes its own front back, or has it given back by others than the watcher, is no coming by itself. */
const byItself: ReadonlySet<Visit["cause"]> = new Set(["app", "opened", "unknown"]);

export function causeWords({ front, cause, steal, again }: Pick<Visit, "front" | "cause" | "steal" | "again">): string {
  if (front.windowId === null && byItself.has(cause)) return "no window is in front";
  if (again && byItself.has(cause)) return "has the front again";
  if (!steal) return causes[cause];
  return cause === "opened" ? "STEAL: took the front with a new window" : "STEAL: took the front";
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

/** Local time with milliseconds. */
export function clock(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  return `${time}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

export function restoredWords({ steal, restored }: Visit): string {
  if (!steal || restored === null) return "";
  return restored ? ", front given back" : ", front not given back";
}

/** One line for a change: when, from whom (and for how long it had been in front), to whom, why, during which calls. */
export function changeLine(ended: Visit, began: Visit): string {
  const was = `${appWords(ended.front)} (${duration((ended.endMs ?? began.beginMs) - ended.beginMs)}${restoredWords(ended)})`;
  const calls = began.during.map(({ tool, call }) => `${tool} #${call}`).join(", ");
  const during = calls === "" ? "" : ` — during ${calls}`;
  return `${clock(began.at)}  ${was} → ${appWords(began.front)}  ${causeWords(began)}${during}`;
}

export function summaryLines(summary: Summary): string[] {
  const { seconds, changes, steals, restored, longestStealMs, blindMs, focusLosses, missed } = summary;
  const longest = longestStealMs === null ? "" : `, longest ${duration(longestStealMs)}, ${restored} given back`;
  return [
    `Watched ${seconds.toFixed(1)} s: ${changes} ${changes === 1 ? "change" : "changes"}, ${steals} ${steals === 1 ? "steal" : "steals"}${longest}.`,
    ...(focusLosses === 0
      ? []
      : [`The window in front lost the keys ${focusLosses} times without a change of the front.`]),
    ...(missed === 0 ? [] : [`${missed} events were missed; steals may be among them.`]),
    `A visit to the front of less than ${duration(blindMs)} can have gone unseen.`,
  ];
}
