import type { Role, SnapshotNode } from "@beans-picker/desktop";
import { shownLabel } from "../describe.js";
import type { View } from "../view.js";

const replaceLabel =
  /^(?:replace|replace all|replace & find|alle ersetzen|ersetzen|remplacer|tout remplacer|reemplazar|reemplazar todo|substituir|substituir tudo|sostituisci|sostituisci tutto|置換|すべてを?置換|替换|全部替换|바꾸기|모두 바꾸기)$/iu;
const dialogRoles: ReadonlySet<Role> = new Set<Role>(["sheet", "dialog", "alert"]);

/** Whether the control replaces text in a find bar: what it does can be undone, and a dialog's "Replace" replaces files. */
export function isFindBarReplace(node: SnapshotNode, view: View): boolean {
  if (
    !replaceLabel.test(
      shownLabel(node)
        .replace(/_(?=\p{L})/gu, "")
        .trim(),
    )
  )
    return false;
  return !view.tree.ancestors(node).some(({ role }) => dialogRoles.has(role));
}

const asks =
  /\breplac(?:e|ing)\b|\bchange\s+["“'].{1,200}["”']\s+to\s+["“']|\bersetz|\bremplac|\breemplaz|\bsubstitu|\bsostitu|置換|置き換え|替换|取代|바꾸|바꿔/iu;

/** Whether an instruction asks to replace text, in its own words. Reads its beginning only. */
export function asksToReplace(instruction: string): boolean {
  return asks.test(instruction.slice(0, 2_000));
}
