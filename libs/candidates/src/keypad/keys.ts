import type { SnapshotNode } from "@beans-picker/desktop";
import { humaniseIdentifier, normaliseLabel } from "@beans-picker/shared";

/**
 * Every key that can be pressed on a keypad, with the names that its button may have: identifiers as toolkits and calculators
 * use them, glyphs, and words in the languages that the seed knew. Compared without case and spaces.
 */
const names: Readonly<Record<string, { readonly identifiers: readonly string[]; readonly labels: readonly string[] }>> =
  {
    "0": { identifiers: ["zero"], labels: ["0", "zero", "ゼロ"] },
    "1": { identifiers: ["one"], labels: ["1", "one", "一"] },
    "2": { identifiers: ["two"], labels: ["2", "two", "二"] },
    "3": { identifiers: ["three"], labels: ["3", "three", "三"] },
    "4": { identifiers: ["four"], labels: ["4", "four", "四"] },
    "5": { identifiers: ["five"], labels: ["5", "five", "五"] },
    "6": { identifiers: ["six"], labels: ["6", "six", "六"] },
    "7": { identifiers: ["seven"], labels: ["7", "seven", "七"] },
    "8": { identifiers: ["eight"], labels: ["8", "eight", "八"] },
    "9": { identifiers: ["nine"], labels: ["9", "nine", "九"] },
    "+": { identifiers: ["add", "plus"], labels: ["+", "＋", "add", "plus", "足す", "加算", "プラス"] },
    "-": {
      identifiers: ["subtract", "minus"],
      labels: ["-", "−", "–", "subtract", "minus", "引く", "減算", "マイナス"],
    },
    "*": {
      identifiers: ["multiply", "times"],
      labels: ["*", "×", "✕", "⋅", "multiply", "times", "multiply by", "掛ける", "乗算"],
    },
    "/": { identifiers: ["divide"], labels: ["/", "÷", "∕", "divide", "divide by", "割る", "除算"] },
    "=": {
      identifiers: ["equals", "equal"],
      labels: ["=", "＝", "equals", "equal", "calculate result", "イコール", "等号"],
    },
    ".": {
      identifiers: ["decimal", "point"],
      labels: [".", ",", "·", "point", "decimal", "decimal point", "小数点"],
    },
    "^": { identifiers: ["power"], labels: ["^", "xʸ", "x^y", "power", "exponent", "べき乗"] },
    "√": { identifiers: ["squareroot"], labels: ["√", "sqrt", "root", "square root", "平方根"] },
    "±": {
      identifiers: ["negate", "changesign", "plusminus"],
      labels: ["±", "+/-", "+/−", "⁺⁄₋", "negate", "change sign", "plus minus", "符号を変える", "符号"],
    },
    "%": { identifiers: ["percent", "percentage"], labels: ["%", "percent", "percentage", "パーセント"] },
    "(": {
      identifiers: ["openparen", "parenleft", "leftparenthesis", "openbracket"],
      labels: ["(", "open paren", "open parenthesis", "left parenthesis", "open bracket", "start group", "左括弧"],
    },
    ")": {
      identifiers: ["closeparen", "parenright", "rightparenthesis", "closebracket"],
      labels: [")", "close paren", "close parenthesis", "right parenthesis", "close bracket", "end group", "右括弧"],
    },
    AC: {
      identifiers: ["allclear", "clearall"],
      labels: ["ac", "all clear", "clear all", "オールクリア", "すべてクリア", "全消去"],
    },
    C: {
      identifiers: ["clear", "cleardisplay"],
      labels: ["c", "clear", "clear display", "クリア", "消去"],
    },
    CE: { identifiers: ["clearentry"], labels: ["ce", "clear entry"] },
    "⌫": {
      identifiers: ["backspace", "delete", "deletelast"],
      labels: ["⌫", "←", "<-", "backspace", "delete", "erase", "削除", "一文字削除"],
    },
    MC: { identifiers: ["memoryclear"], labels: ["mc", "memory clear", "clear memory", "メモリをクリア"] },
    MR: {
      identifiers: ["memoryrecall"],
      labels: ["mr", "memory recall", "recall memory", "read from memory", "メモリを呼び出す"],
    },
    "M+": { identifiers: ["memoryadd"], labels: ["m+", "memory add", "add to memory", "メモリに加える"] },
    "M-": {
      identifiers: ["memorysubtract"],
      labels: ["m-", "m−", "memory subtract", "subtract from memory", "メモリから引く"],
    },
    MS: { identifiers: ["memorystore", "memorysave"], labels: ["ms", "memory store", "save to memory"] },
  };

/** Every key that the product knows, each as it is written in a text. */
export const keypadKeys: readonly string[] = Object.keys(names);

const byIdentifier = new Map(
  Object.entries(names).flatMap(([key, { identifiers }]) => identifiers.map((name) => [name, key] as const)),
);
const byLabel = new Map(
  Object.entries(names).flatMap(([key, { labels }]) => labels.map((label) => [flat(label), key] as const)),
);

/** How sure a name is: a developer's identifier tells more than a label, and a label more than a help text. */
export type NameSource = "identifier" | "label" | "help";

/** The key that the button enters by its identifier, label or help text; `undefined` for every other button. */
export function keyOf(node: SnapshotNode): { readonly key: string; readonly by: NameSource } | undefined {
  const identifier = node.identifier === undefined ? undefined : humaniseIdentifier(node.identifier);
  const named = identifier === undefined ? undefined : byIdentifier.get(flat(identifier));
  if (named !== undefined) return { key: named, by: "identifier" };
  const labelled = byLabel.get(flat(node.rawLabel)) ?? byLabel.get(flat(once(node.rawLabel)));
  if (labelled !== undefined) return { key: labelled, by: "label" };
  // "Clear display [Escape]", "Percent    KP %": the words are the name, what follows is the keyboard's key for it.
  const help = byLabel.get(flat(node.help?.replace(/(?:\s{2,}|\s*\[).*$/su, "") ?? ""));
  return help === undefined ? undefined : { key: help, by: "help" };
}

/** Some toolkits give a button its text twice: "7 7". */
function once(label: string): string {
  const words = label.split(" ");
  const half = words.length / 2;
  return words.length > 1 && words.slice(0, half).join(" ") === words.slice(half).join(" ")
    ? words.slice(0, half).join(" ")
    : label;
}

function flat(text: string): string {
  return normaliseLabel(text).toLowerCase().replace(/\s+/gu, "");
}
