import { textKinds } from "@beans-picker/candidates";
import { singleLineRoles, type Role } from "@beans-picker/desktop";
import type { Query } from "../query.js";
import type { RankOption } from "../../ranking.js";
import { hasStem, type Prepared } from "../screen.js";
import { tokens } from "../tokens.js";
import type { Features } from "./lexical.js";

/** Features from what can be done with an option, its state, and the text to enter. */
export const kindNames = [
  "kindFit",
  "kindMiss",
  "clickAsked",
  "textWithText",
  "textWithoutText",
  "otherWithText",
  "scrollFit",
  "scrollUnasked",
  "keyFit",
  "keyUnasked",
  "step",
  "stepUnasked",
  "menu",
  "menuUnasked",
  "roleFit",
  "roleMiss",
  "stateFit",
  "stateMiss",
  "toggleAsked",
  "selected",
  "hidden",
  "textShape",
  "textMiss",
  "numberFit",
  "payloadIsOwn",
  "payloadIsChoice",
  "payloadIsValue",
  "holdsMany",
  "row",
  "isLink",
  "isField",
  "isTab",
  "isButton",
  "isToggle",
  "isColumn",
  "isOptionOfList",
  "cellInside",
  "unplaced",
  "chooser",
  "checkable",
  "specialFit",
  "specialUnasked",
  "select",
  "selectUnasked",
  "pressed",
] as const;
export type KindName = (typeof kindNames)[number];

/** Kinds that stand beside a plainer one for the same control, and are only meant when they are asked for. */
const special: ReadonlySet<RankOption["kind"]> = new Set<RankOption["kind"]>([
  "append",
  "type_into",
  "context_menu",
  "expand",
  "keypad",
  "drag",
]);

const rows: ReadonlySet<Role> = new Set<Role>(["row", "cell", "listitem", "treeitem"]);
const fields: ReadonlySet<Role> = new Set<Role>([
  "textfield",
  "textarea",
  "searchfield",
  "combobox",
  "securefield",
  "stepper",
]);
const toggles: ReadonlySet<Role> = new Set<Role>(["checkbox", "switch", "toggle", "radio"]);
const buttons: ReadonlySet<Role> = new Set<Role>(["button", "menubutton"]);

/** What a text looks like, and the stems that a field for it has. */
const textShapes: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/^\s*[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@]{2,63}\s*$/u, new Set(tokens("email mail e-mail recipient to"))],
  [/^\s*(?:https?:\/\/|www\.)\S+\s*$/u, new Set(tokens("url address location link website"))],
  [/^\s*\+?[\d ()-]{7,20}\s*$/u, new Set(tokens("phone telephone mobile fax"))],
  [/^\s*\d{4}-\d{2}-\d{2}\s*$|^\s*\d{1,2}[./]\d{1,2}[./]\d{2,4}\s*$/u, new Set(tokens("date birthday day due"))],
  [/^\s*(?:~|\.{0,2})\/\S*\s*$/u, new Set(tokens("path folder file location directory"))],
];

const NUMBER = /^\s*[-+]?\d+(?:[.,]\d+)?\s*%?\s*$/u;

export function kindFeatures(
  query: Query,
  options: readonly Prepared[],
  text: string | undefined,
): Features<KindName>[] {
  const entered = text?.trim().toLowerCase();
  const isNumber = text !== undefined && NUMBER.test(text);
  const shape = text === undefined ? undefined : textShapes.find(([pattern]) => pattern.test(text))?.[1];
  const asked = query.kinds;
  return options.map(({ option, own, about, label, choices, value, shown, box }): Features<KindName> => {
    const { kind, facts, does } = option;
    const { role, states } = facts;
    const takesText = kind !== "element" && textKinds.has(kind);
    const isStep = kind === "key" && role !== undefined;
    const isKey = kind === "key" && role === undefined;
    const fits =
      (kind !== "element" && asked.has(kind)) ||
      (asked.has("toggle") && role === "radio") ||
      (kind === "toggle" && asked.has("click"));
    const wished =
      query.wish === undefined || typeof states?.checked !== "boolean"
        ? 0
        : states.checked === (query.wish === "on")
          ? -1
          : 1;
    const roleFits = role !== undefined && query.roles.has(role);
    const isNumeric = role === "stepper" || role === "slider";
    return {
      kindFit: fits ? 1 : 0,
      kindMiss:
        asked.size > 0 && !fits && kind !== "menu" && kind !== "key" && kind !== "scroll" && !special.has(kind) ? 1 : 0,
      clickAsked: asked.has("click") && !asked.has("set_value") && (kind === "click" || kind === "toggle") ? 1 : 0,
      textWithText: entered !== undefined && takesText ? 1 : 0,
      textWithoutText: entered === undefined && takesText ? 1 : 0,
      otherWithText: entered !== undefined && !takesText ? 1 : 0,
      scrollFit: kind === "scroll" && asked.has("scroll") && scrolls(does, query) ? 1 : 0,
      scrollUnasked: kind === "scroll" && !(asked.has("scroll") && scrolls(does, query)) ? 1 : 0,
      keyFit: isKey && query.key !== undefined && keyOf(does) === query.key ? 1 : 0,
      keyUnasked: isKey && keyOf(does) !== query.key ? 1 : 0,
      step: isStep && stepFits(does, query.plain) && entered === undefined ? 1 : 0,
      stepUnasked: isStep && (!stepFits(does, query.plain) || entered !== undefined) ? 1 : 0,
      menu: kind === "menu" && asked.has("menu") ? 1 : 0,
      menuUnasked: kind === "menu" && !asked.has("menu") ? 1 : 0,
      roleFit: roleFits ? 1 : 0,
      roleMiss: role !== undefined && query.roles.size > 0 && !roleFits ? 1 : 0,
      stateFit: kind === "toggle" && wished > 0 ? 1 : 0,
      stateMiss: kind === "toggle" && wished < 0 ? 1 : 0,
      toggleAsked: kind === "toggle" && asked.has("toggle") ? 1 : 0,
      selected: states?.selected === true ? 1 : 0,
      hidden: shown ? 0 : 1,
      textShape:
        takesText && shape !== undefined && [...shape].some((stem) => own.has(stem) || hasStem(about, stem)) ? 1 : 0,
      textMiss: takesText && text !== undefined && !suits(text, role, isNumber) ? 1 : 0,
      numberFit: isNumber && kind === "set_value" && isNumeric ? 1 : 0,
      payloadIsOwn: entered !== undefined && entered === label ? 1 : 0,
      payloadIsChoice: entered !== undefined && choices.has(entered) ? 1 : 0,
      payloadIsValue: entered !== undefined && entered !== "" && facts.value?.toLowerCase() === entered ? 1 : 0,
      holdsMany: value.size > 8 || role === "textarea" ? 1 : 0,
      row: role !== undefined && rows.has(role) ? 1 : 0,
      isLink: role === "link" ? 1 : 0,
      isField: role !== undefined && fields.has(role) ? 1 : 0,
      isTab: role === "tab" ? 1 : 0,
      isButton: role !== undefined && buttons.has(role) ? 1 : 0,
      isToggle: role !== undefined && toggles.has(role) ? 1 : 0,
      isColumn: role === "column" ? 1 : 0,
      isOptionOfList: does.startsWith("choose option") ? 1 : 0,
      cellInside: role === "cell" && facts.within.some((container) => container.startsWith("row:")) ? 1 : 0,
      unplaced: box === undefined && kind !== "menu" && kind !== "key" ? 1 : 0,
      specialFit: special.has(kind) && fits ? 1 : 0,
      specialUnasked: special.has(kind) && !fits ? 1 : 0,
      select: kind === "select" && fits ? 1 : 0,
      selectUnasked: kind === "select" && !fits ? 1 : 0,
      pressed: kind === "click" ? 1 : 0,
      checkable: states?.checked !== undefined && asked.has("toggle") ? 1 : 0,
      chooser: kind === "choose_option" ? 1 : 0,
    };
  });
}

function scrolls(does: string, query: Query): boolean {
  const direction = query.direction ?? "down";
  return does.includes(` ${direction} one page`);
}

function keyOf(does: string): string | undefined {
  return /^press (?:the )?(\S+)/u.exec(does)?.[1]?.toLowerCase();
}

function stepFits(does: string, plain: string): boolean {
  return does.startsWith("increase")
    ? /\b(?:increase|raise|up|more|higher|louder)\b/u.test(plain)
    : /\b(?:decrease|lower|down|less|reduce|quieter)\b/u.test(plain);
}

function suits(text: string, role: Role | undefined, isNumber: boolean): boolean {
  if (role === undefined) return true;
  if (singleLineRoles.has(role) && /[\n\r]/u.test(text)) return false;
  return isNumber || (role !== "slider" && role !== "stepper");
}
