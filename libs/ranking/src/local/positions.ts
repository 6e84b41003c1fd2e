import { tokens } from "./tokens.js";

/**
 * What other languages say for a position, in English: cues and relations are read from that. The languages are those of the
 * candidates' table of destructive words.
 */
type Words = readonly (readonly [pattern: string, english: string])[];

/** Neighbours come after these words, as in English. A word that is also a common label (`über`, `unter`) is not among them. */
const relations: Words = [
  // German
  ["links (?:von|neben)", "left of"],
  ["rechts (?:von|neben)", "right of"],
  ["neben", "next to"],
  ["zwischen", "between"],
  ["oberhalb(?: von)?", "above"],
  ["unterhalb(?: von)?", "below"],
  // French
  ["à gauche d(?:e la|e l'|u|es|e)", "left of"],
  ["à droite d(?:e la|e l'|u|es|e)", "right of"],
  ["à côté d(?:e la|e l'|u|es|e)", "next to"],
  ["au-dessus d(?:e la|e l'|u|es|e)", "above"],
  ["(?:au|en)[- ]dessous d(?:e la|e l'|u|es|e)", "below"],
  // Spanish
  ["a la izquierda de(?:l| la)?", "left of"],
  ["a la derecha de(?:l| la)?", "right of"],
  ["(?:al lado de|junto a)(?:l| la)?", "next to"],
  ["(?:encima|arriba) de(?:l| la)?", "above"],
  ["(?:debajo|abajo) de(?:l| la)?", "below"],
  // Italian
  ["a sinistra d(?:i|ell[ao]|el|ell')", "left of"],
  ["a destra d(?:i|ell[ao]|el|ell')", "right of"],
  ["accanto a(?:l|lla|llo|ll')?", "next to"],
  // Portuguese
  ["à esquerda d[eoa]", "left of"],
  ["à direita d[eoa]", "right of"],
  ["ao lado d[eoa]", "next to"],
  ["acima d[eoa]", "above"],
  ["(?:abaixo|embaixo) d[eoa]", "below"],
];

/** Ordinals from the first to the tenth, in the order of the English names below. */
const ordinals: readonly (readonly string[])[] = [
  ["erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte", "zehnte"].map(
    (word) => `${word}[rnsm]?`,
  ),
  ["premi(?:er|ère)", "deuxième|seconde", "troisième", "quatrième", "cinquième", "sixième", "septième", "huitième"],
  ["primer[oa]?", "segund[oa]", "tercer[oa]?", "cuart[oa]", "quint[oa]", "sext[oa]", "séptim[oa]", "octav[oa]"],
  ["prim[oa]", "second[oa]", "terz[oa]", "quart[oa]", "quint[oa]", "sest[oa]", "settim[oa]", "ottav[oa]"],
  ["primeir[oa]", "segund[oa]", "terceir[oa]", "quart[oa]", "quint[oa]", "sext[oa]", "sétim[oa]", "oitav[oa]"],
  ["첫 ?번째|첫째", "두 ?번째|둘째", "세 ?번째|셋째", "네 ?번째|넷째", "다섯 ?번째", "여섯 ?번째", "일곱 ?번째"],
];
const names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

const places: Words = [
  ...ordinals.flatMap((words) => words.map((word, at): readonly [string, string] => [word, names[at] ?? ""])),
  // German
  ["vorletzte[rnsm]?", "second from the end"],
  ["letzte[rnsm]?", "last"],
  ["zeilen?|reihen?", "row"],
  ["spalten?", "column"],
  ["oben links|links oben|linken? oberen?", "top left"],
  ["oben rechts|rechts oben|rechten? oberen?", "top right"],
  ["unten links|links unten|linken? unteren?", "bottom left"],
  ["unten rechts|rechts unten|rechten? unteren?", "bottom right"],
  ["(?:ganz )?oben|obere[rnsm]?", "top"],
  ["oberste[rnsm]?", "topmost"],
  ["(?:ganz )?unten|untere[rnsm]?", "bottom"],
  ["unterste[rnsm]?", "bottommost"],
  ["ganz links|linke[rnsm]?", "left"],
  ["(?:ganz )?rechts|rechte[rnsm]?", "right"],
  ["mittlere[rnsm]?|in der mitte", "middle"],
  // French
  ["avant-derni(?:er|ère)", "second from the end"],
  ["derni(?:er|ère)", "last"],
  ["lignes?|rangées?", "row"],
  ["colonnes?", "column"],
  ["en haut|du haut", "top"],
  ["en bas|du bas", "bottom"],
  ["(?:à|de|la plus à) gauche", "left"],
  ["(?:à|de|la plus à) droite", "right"],
  ["(?:au|du) (?:milieu|centre)", "middle"],
  // Spanish
  ["penúltim[oa]", "second from the end"],
  ["últim[oa]", "last"],
  ["filas?", "row"],
  ["columnas?", "column"],
  ["arriba|superior", "top"],
  ["abajo|inferior", "bottom"],
  ["izquierd[oa]", "left"],
  ["derech[oa]", "right"],
  ["(?:en|del) (?:medio|centro)", "middle"],
  // Italian
  ["penultim[oa]", "second from the end"],
  ["ultim[oa]", "last"],
  ["rig(?:a|he)", "row"],
  ["colonn[ae]", "column"],
  ["in alto", "top"],
  ["in basso", "bottom"],
  ["sinistr[oa]", "left"],
  ["destr[oa]", "right"],
  ["(?:al|del) centro|(?:nel|di) mezzo", "middle"],
  // Portuguese
  ["linhas?", "row"],
  ["colunas?", "column"],
  ["em cima|de cima", "top"],
  ["em ?baixo|de baixo", "bottom"],
  ["esquerd[oa]", "left"],
  ["direit[oa]", "right"],
  ["(?:no|do) (?:meio|centro)", "middle"],
  // Korean
  ["마지막", "last"],
  ["맨 ?위", "topmost"],
  ["맨 ?아래", "bottommost"],
  ["위쪽", "top"],
  ["아래쪽", "bottom"],
  ["왼쪽", "left"],
  ["오른쪽", "right"],
  ["가운데|중앙", "middle"],
];

/** In scripts without spaces nothing marks the end of a word: these are whole phrases. */
const unspaced: Words = [
  // Japanese
  ["下から(?=[一二三四五六七八九十\\d])", "from the bottom "],
  ["上から(?=[一二三四五六七八九十\\d])", ""],
  ["最初の", "first"],
  ["最後の行", "last row"],
  ["最後の", "last"],
  ["一番上", "topmost"],
  ["一番下", "bottommost"],
  ["右端", "rightmost"],
  ["左端", "leftmost"],
  ["真ん中|中央", "middle"],
  // Chinese
  ["倒[数數](?=第)", "from the bottom "],
  ["最[后後]一?行", "last row"],
  ["最[后後]一?[个個项項张張]", "last"],
  ["左上角?|左上", "top left"],
  ["右上角?|右上", "top right"],
  ["左下角?|左下", "bottom left"],
  ["右下角?|右下", "bottom right"],
  ["左側?の", "left "],
  ["右側?の", "right "],
  ["(?<!以)上の", "top "],
  ["(?<!以)下の", "bottom "],
  ["[顶頂]部|最上[面边邊]", "top"],
  ["底部|最下[面边邊]", "bottom"],
  ["左[边邊侧側]", "left"],
  ["右[边邊侧側]", "right"],
  ["中[间間]", "middle"],
];

const digits = "一二三四五六七八九十";
/** 第二行, 2行目, 二番目の行: the number, and what is counted where that is rows or columns. */
const COUNTED = new RegExp(
  `第([${digits}]|\\d{1,2})(?:[个個项項张張]|(行)|([列栏欄]))?|([${digits}]|\\d{1,2})(?:番目の(行)|(行)目|(列)目|番目|[個つ]目)`,
  "gu",
);
/** 두 번째 행, and the number before it in figures. */
const KOREAN_ROW = /(?<=번째 )(?:행|줄)/gu;
const KOREAN_NUMBER = /(\d{1,2})번째/gu;

function compiled(words: Words, isSpaced: boolean): { readonly pattern: RegExp; readonly english: readonly string[] } {
  const any = words.map(([pattern]) => `(${pattern.replaceAll(/\((?!\?)/gu, "(?:")})`).join("|");
  // Korean puts its particles right behind a word.
  const source = isSpaced ? `(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{Script=Latin}\\p{N}])` : any;
  return { pattern: new RegExp(source, "gu"), english: words.map(([, english]) => english) };
}

/** Every phrase in English, with a blank on each side; `onFound` gets what stood there. */
function replaced(
  plain: string,
  { pattern, english }: ReturnType<typeof compiled>,
  onFound: (words: string) => void,
): string {
  return plain.replace(pattern, (words: string, ...groups: (string | number | undefined)[]) => {
    onFound(words);
    const at = groups.findIndex((group) => group !== undefined);
    return ` ${english[at] ?? ""} `;
  });
}

/** `二` and `2` as ordinals that the cues know. */
function nameOf(number: string): string {
  const at = digits.indexOf(number);
  return at < 0 ? `${number}th` : (names[at] ?? "");
}

const spokenRelations = compiled(relations, true);
const spokenPlaces = compiled(places, true);
const spokenUnspaced = compiled(unspaced, false);

/** An instruction with the relations of other languages in English. Lower case goes in and comes out. */
export function withRelations(plain: string): string {
  return replaced(plain, spokenRelations, () => undefined);
}

/** An instruction with the positions of other languages in English, and the stems of what stood there. */
export function withPositions(plain: string): { readonly english: string; readonly stems: ReadonlySet<string> } {
  const stems = new Set<string>();
  const add = (words: string): void => {
    for (const stem of tokens(words)) stems.add(stem);
  };
  const counted = replaced(plain, spokenUnspaced, add).replace(
    COUNTED,
    (words: string, ...groups: (string | undefined)[]) => {
      add(words);
      const [chinese, row, column, japanese, ...others] = groups.slice(0, 7);
      const isRow = row !== undefined || others[0] !== undefined || others[1] !== undefined;
      const isColumn = column !== undefined || others[2] !== undefined;
      return ` ${nameOf(chinese ?? japanese ?? "")} ${isRow ? "row" : isColumn ? "column" : ""} `;
    },
  );
  const korean = counted
    .replace(KOREAN_ROW, " row ")
    .replace(KOREAN_NUMBER, (_, number: string) => ` ${nameOf(number)} `);
  return { english: replaced(korean, spokenPlaces, add), stems };
}
