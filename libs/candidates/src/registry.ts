import type { Kind } from "./draft.js";
import { chooseOptionKind } from "./kinds/choose-option.js";
import { clickKind } from "./kinds/click.js";
import { keyKind } from "./kinds/key.js";
import { menuKind } from "./kinds/menu.js";
import { scrollKind } from "./kinds/scroll.js";
import { setValueKind } from "./kinds/set-value.js";
import { toggleKind } from "./kinds/toggle.js";

/** Every kind, in the order in which the candidates of one control are listed; window-wide ones follow in this order too. */
export const kinds: readonly Kind[] = [
  scrollKind,
  setValueKind,
  clickKind,
  toggleKind,
  chooseOptionKind,
  menuKind,
  keyKind,
];
