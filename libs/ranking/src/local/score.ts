import { singleLineRoles, type Role } from "@beans-picker/desktop";
import { normaliseLabel } from "@beans-picker/shared";
import { nothingScore, weights } from "./constants.js";
import type { Query } from "./query.js";
import type { RankOption } from "../ranking.js";
import { synonymsOf } from "./synonyms.js";
import { tokens } from "./tokens.js";

/** An option's words by field, made once per request. */
export interface PreparedOption {
  readonly option: RankOption;
  /** Best field weight of each token. */
  readonly fields: ReadonlyMap<string, number>;
  readonly labelTokens: ReadonlySet<string>;
  /** Normalised lower-case label. */
  readonly label: string;
}

/** How rare each token is among the options; a token that no option has is the rarest. */
export type Rarity = (token: string) => number;

export function prepareOption(option: RankOption): PreparedOption {
  const { facts } = option;
  const label = facts.rawLabel !== "" ? facts.rawLabel : facts.label;
  const labelTokens = new Set(tokens(label));
  const fields = new Map<string, number>();
  const add = (text: string | undefined, weight: number): void => {
    if (text === undefined || text === "") return;
    for (const token of tokens(text)) fields.set(token, Math.max(weight, fields.get(token) ?? 0));
  };
  add(label, weights.field.label);
  add(facts.identifier, weights.field.identifier);
  add(facts.help, weights.field.help);
  add(facts.placeholder, weights.field.placeholder);
  for (const level of facts.path?.slice(0, -1) ?? []) add(level, weights.field.path);
  for (const container of facts.within) add(container, weights.field.within);
  add(facts.value, weights.field.value);
  add(option.does, weights.field.does);
  return { option, fields, labelTokens, label: normaliseLabel(label.normalize("NFKC")).toLowerCase() };
}

export function rarityAmong(options: readonly PreparedOption[]): Rarity {
  const uses = new Map<string, number>();
  for (const { fields } of options) for (const token of fields.keys()) uses.set(token, (uses.get(token) ?? 0) + 1);
  const all = options.length;
  return (token) => Math.log(1 + (all + 0.5) / ((uses.get(token) ?? 0) + 0.5));
}

/** How well the option answers the query, in the units of `weights`. Looks at this option alone. */
export function scoreOption(prepared: PreparedOption, query: Query, rarity: Rarity, text: string | undefined): number {
  const { option } = prepared;
  const lexical = lexicalScore(prepared, query, rarity);
  const named = namedScore(option, query);
  const textual = textScore(prepared, text);
  if (lexical <= 0 && named <= 0 && textual <= 0) return nothingScore;
  return (
    lexical +
    named +
    textual +
    kindScore(option, query) +
    roleScore(option.facts.role, query) +
    stateScore(option, query) +
    placeScore(option, query)
  );
}

function lexicalScore({ fields, labelTokens, label }: PreparedOption, query: Query, rarity: Rarity): number {
  let wanted = 0;
  let found = 0;
  const mentioned = new Set<string>();
  for (const [token, { weight, names }] of query.content) {
    const worth = weight * rarity(token);
    wanted += worth;
    const inLabel = names === "neighbour" ? weights.neighbourInLabel : 1;
    let best = (fields.get(token) ?? 0) * (labelTokens.has(token) ? inLabel : 1);
    if (names === "thing" && labelTokens.has(token)) mentioned.add(token);
    for (const other of synonymsOf(token)) {
      const similar = (fields.get(other) ?? 0) * weights.synonym * (labelTokens.has(other) ? inLabel : 1);
      if (similar > best) best = similar;
      if (names === "thing" && labelTokens.has(other)) mentioned.add(other);
    }
    found += worth * best;
  }
  const explained = wanted === 0 ? 0 : found / wanted;
  let labelWorth = 0;
  let covered = 0;
  for (const token of labelTokens) {
    labelWorth += rarity(token);
    if (mentioned.has(token)) covered += rarity(token);
  }
  const coverage = labelWorth === 0 ? 0 : covered / labelWorth;
  const quoted = label !== "" && query.quoted.includes(label) ? weights.quoted : 0;
  const verbatim = labelTokens.size > 0 && containsWords(query.plain, label) && coverage > 0 ? weights.verbatim : 0;
  return explained + coverage * (weights.coverage + weights.coverageOfExplained * explained) + quoted + verbatim;
}

/** True if `label` stands in `plain` with no letter or digit right before or after it. */
function containsWords(plain: string, label: string): boolean {
  if (label.length > plain.length) return false;
  for (let at = plain.indexOf(label); at >= 0; at = plain.indexOf(label, at + 1)) {
    const around = `${plain.slice(Math.max(0, at - 1), at)} ${plain.slice(at + label.length, at + label.length + 1)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/** Kinds that stand beside a plainer one for the same control and are only meant when they are asked for. */
const askedFor: ReadonlySet<RankOption["kind"]> = new Set<RankOption["kind"]>([
  "append",
  "type_into",
  "context_menu",
  "expand",
  "keypad",
]);

function namedScore(option: RankOption, query: Query): number {
  if (option.kind !== "element" && askedFor.has(option.kind) && !query.kinds.has(option.kind)) return weights.unasked;
  if (option.kind === "scroll") {
    if (!query.kinds.has("scroll")) return weights.unasked;
    const down = query.direction ?? "down";
    return new RegExp(`\\b${down}\\b`, "u").test(option.does) ? weights.named * 0.6 : weights.unasked;
  }
  if (option.kind !== "key") return 0;
  if (option.facts.role === undefined) {
    // A window key: its name is all there is to go by.
    return query.key !== undefined && keyOf(option.does) === query.key ? weights.named : weights.unasked;
  }
  const step = option.does.startsWith("increase")
    ? /\b(?:increase|raise|up|more|higher)\b/u
    : /\b(?:decrease|lower|down|less|reduce)\b/u;
  return step.test(query.plain) ? weights.roleFit : weights.unasked;
}

function keyOf(does: string): string | undefined {
  return /^press (?:the )?(\S+)/u.exec(does)?.[1]?.toLowerCase();
}

function kindScore({ kind }: RankOption, query: Query): number {
  if (kind === "element" || query.kinds.size === 0) return 0;
  if (query.kinds.has(kind)) return weights.kindFit;
  return kind === "menu" ? 0 : weights.kindMiss;
}

function roleScore(role: Role | undefined, query: Query): number {
  if (role === undefined || query.roles.size === 0) return 0;
  return query.roles.has(role) ? weights.roleFit : weights.roleMiss;
}

function stateScore({ kind, facts }: RankOption, query: Query): number {
  if (kind !== "toggle" || query.wish === undefined || typeof facts.states?.checked !== "boolean") return 0;
  return facts.states.checked === (query.wish === "on") ? weights.stateMiss : weights.stateFit;
}

function placeScore({ facts }: RankOption, query: Query): number {
  const { occurrence, position } = facts;
  let score = 0;
  if (query.ordinal !== undefined && occurrence !== undefined) {
    const wanted = query.ordinal === "last" ? occurrence.of : query.ordinal;
    score += occurrence.index === wanted ? weights.ordinalFit : weights.ordinalMiss;
  }
  if (position !== undefined) {
    score += weights.side * (query.side.x * (position.x - 0.5) + query.side.y * (position.y - 0.5)) * 2;
  }
  return score;
}

/** What a text looks like, and the words that a field for it has. */
const textShapes: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/^\s*[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@]{2,63}\s*$/u, new Set(tokens("email mail recipient to"))],
  [/^\s*(?:https?:\/\/|www\.)\S+\s*$/u, new Set(tokens("url address location link website"))],
  [/^\s*\+?[\d ()-]{7,20}\s*$/u, new Set(tokens("phone telephone mobile fax"))],
];

function textScore({ option, fields }: PreparedOption, text: string | undefined): number {
  if (text === undefined || (option.kind !== "set_value" && option.kind !== "choose_option")) return 0;
  const { role } = option.facts;
  if (role !== undefined && /[\n\r]/.test(text) && singleLineRoles.has(role)) return weights.textMiss;
  if (text.length > 400) return role === "textarea" ? weights.textFit : 0;
  const numeric = /^\s*[-+]?\d+(?:[.,]\d+)?\s*%?\s*$/.test(text);
  if (role === "stepper" || role === "slider") return numeric ? weights.textFit / 2 : weights.textMiss;
  const shape = textShapes.find(([pattern]) => pattern.test(text));
  return shape !== undefined && [...shape[1]].some((token) => fields.has(token)) ? weights.textFit : 0;
}
