import { textKinds } from "@beans-picker/candidates";
import { singleLineRoles, type Role } from "@beans-picker/desktop";
import type { Query } from "../query.js";
import type { RankOption } from "../../ranking.js";
import { hasStem, type Prepared } from "../screen.js";
import { tokens } from "../tokens.js";
import { lexicalNames } from "./lexical.js";
import { meaningNames } from "./meaning.js";
import { columnsOf, FeatureTable, type Block } from "./table.js";

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
  "scrollMiss",
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

const columns = columnsOf(kindNames, lexicalNames.length + meaningNames.length);

export function kindFeatures(
  query: Query,
  options: readonly Prepared[],
  text: string | undefined,
  block: Block,
): FeatureTable<KindName> {
  const table = new FeatureTable(columns, block);
  const { values, width } = table;
  const entered = text?.trim().toLowerCase();
  const isNumber = text !== undefined && NUMBER.test(text);
  const shape = text === undefined ? undefined : textShapes.find(([pattern]) => pattern.test(text))?.[1];
  const asked = query.kinds;
  options.forEach(({ option, own, about, label, choices, value, shown, box }, at) => {
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
    const row = at * width;
    const put = (name: KindName, holds: boolean) => {
      if (holds) values[row + columns[name]] = 1;
    };
    put("kindFit", fits);
    put(
      "kindMiss",
      asked.size > 0 && !fits && kind !== "menu" && kind !== "key" && kind !== "scroll" && !special.has(kind),
    );
    put("clickAsked", asked.has("click") && !asked.has("set_value") && (kind === "click" || kind === "toggle"));
    put("textWithText", entered !== undefined && takesText);
    put("textWithoutText", entered === undefined && takesText);
    put("otherWithText", entered !== undefined && !takesText);
    put("scrollFit", kind === "scroll" && asked.has("scroll") && scrolls(does, query));
    put("scrollUnasked", kind === "scroll" && !(asked.has("scroll") && scrolls(does, query)));
    put("scrollMiss", query.scrolls && kind !== "scroll" && role !== "scrollbar" && !own.has("scroll"));
    put("keyFit", isKey && query.key !== undefined && keyOf(does) === query.key);
    put("keyUnasked", isKey && keyOf(does) !== query.key);
    put("step", isStep && stepFits(does, query.plain) && entered === undefined);
    put("stepUnasked", isStep && (!stepFits(does, query.plain) || entered !== undefined));
    put("menu", kind === "menu" && asked.has("menu"));
    put("menuUnasked", kind === "menu" && !asked.has("menu"));
    put("roleFit", roleFits);
    put("roleMiss", role !== undefined && query.roles.size > 0 && !roleFits);
    put("stateFit", kind === "toggle" && wished > 0);
    put("stateMiss", kind === "toggle" && wished < 0);
    put("toggleAsked", kind === "toggle" && asked.has("toggle"));
    put("selected", states?.selected === true);
    put("hidden", !shown);
    put(
      "textShape",
      takesText && shape !== undefined && [...shape].some((stem) => own.has(stem) || hasStem(about, stem)),
    );
    put("textMiss", takesText && text !== undefined && !suits(text, role, isNumber));
    put("numberFit", isNumber && kind === "set_value" && isNumeric);
    put("payloadIsOwn", entered !== undefined && entered === label);
    put("payloadIsChoice", entered !== undefined && choices.has(entered));
    put("payloadIsValue", entered !== undefined && entered !== "" && facts.value?.toLowerCase() === entered);
    put("holdsMany", value.size > 8 || role === "textarea");
    put("row", role !== undefined && rows.has(role));
    put("isLink", role === "link");
    put("isField", role !== undefined && fields.has(role));
    put("isTab", role === "tab");
    put("isButton", role !== undefined && buttons.has(role));
    put("isToggle", role !== undefined && toggles.has(role));
    put("isColumn", role === "column");
    put("isOptionOfList", does.startsWith("choose option"));
    put("cellInside", role === "cell" && facts.within.some((container) => container.startsWith("row:")));
    put("unplaced", box === undefined && kind !== "menu" && kind !== "key");
    put("specialFit", special.has(kind) && fits);
    put("specialUnasked", special.has(kind) && !fits);
    put("select", kind === "select" && fits);
    put("selectUnasked", kind === "select" && !fits);
    put("pressed", kind === "click");
    put("checkable", states?.checked !== undefined && asked.has("toggle"));
    put("chooser", kind === "choose_option");
  });
  return table;
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
