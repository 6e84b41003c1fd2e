import { createHmac } from "node:crypto";
import type { RankOption } from "../ranking.js";
import { cleanText } from "../screen/clean.js";

/**
 * Words that point instead of naming. What they mean depends on what is on the screen today, so nothing is remembered for
 * them: the second row may be another row tomorrow. In the languages of the destructive rules.
 */
const words = [
  "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|next|previous|other|another|same|this|that|these|those|it|here|there|top|bottom|left|right|upper|lower|middle|cent(?:er|re)|above|below|under|underneath|over|beside|next|near(?:est)?|between|before|after|newest|latest|oldest|biggest|largest|smallest|highest|lowest|cheapest|current|selected|highlighted|focused|only|remaining|nth|rows?|columns?|lines?",
  "erste[nrms]?|zweite[nrms]?|dritte[nrms]?|letzte[nrms]?|nächste[nrms]?|vorige[nrms]?|obere[nrms]?|untere[nrms]?|oben|unten|linke[nrms]?|rechte[nrms]?|links|rechts|neben|unter|über|premi(?:er|ère)|deuxième|troisième|derni(?:er|ère)|suivante?|précédente?|haut|bas|gauche|droite|sous|primer[oa]?|segund[oa]|tercer[oa]?|últim[oa]|siguiente|anterior|arriba|abajo|izquierda|derecha|primeir[oa]|terceir[oa]|seguinte|próxim[oa]|acima|abaixo|esquerda|direita|prim[oa]|second[oa]|terz[oa]|ultim[oa]|successiv[oa]|precedente|sopra|sotto|sinistra|destra",
].join("|");
const POINTING = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])|\\d(?:st|nd|rd|th)(?![\\p{L}])|#\\s*\\d|[第次前上下左右最]|番目|这个|那个|첫|번째|마지막|다음|이전|위|아래|왼쪽|오른쪽`,
  "iu",
);

/** Whether an instruction names its control, so that it means the same one next time. */
export function namesItsControl(instruction: string): boolean {
  return instruction.trim() !== "" && !POINTING.test(cleanText(instruction, 2_000));
}

/** What is remembered under: nobody can read the instruction or the app out of it without the secret. */
export function decisionKey(secret: string, app: string, instruction: string, withText: boolean): string {
  const parts = [cleanText(app, 300).toLowerCase(), cleanText(instruction, 2_000).toLowerCase(), withText];
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/**
 * What about an option must be as it was: the same switch in the other state is another decision ("turn it on" is done
 * already), and so is the same control under another kind of action.
 */
export function optionState({ kind, facts }: RankOption): string {
  const { checked = null, selected = null, expanded = null } = facts.states ?? {};
  return JSON.stringify([kind, facts.role ?? null, checked, selected, expanded]);
}
