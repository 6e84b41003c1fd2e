import type { Kind } from "./draft.js";
import { appendKind } from "./kinds/append.js";
import { chooseOptionKind } from "./kinds/choose-option.js";
import { clickKind } from "./kinds/click.js";
import { contextMenuKind } from "./kinds/context-menu.js";
import { expandKind } from "./kinds/expand.js";
import { keyKind } from "./kinds/key.js";
import { keypadKind } from "./kinds/keypad.js";
import { menuKind } from "./kinds/menu.js";
import { optionKind } from "./kinds/option.js";
import { scrollKind } from "./kinds/scroll.js";
import { selectKind } from "./kinds/select.js";
import { setValueKind } from "./kinds/set-value.js";
import { toggleKind } from "./kinds/toggle.js";
import { typeIntoKind } from "./kinds/type-into.js";
import { webTextKind } from "./kinds/web-text.js";

/**
 * Every kind, in the order in which the candidates of one control are listed; window-wide ones follow in this order too.
 * A drag has two ends that the caller names, so it is made on demand (`kinds/drag.ts`).
 */
export const kinds: readonly Kind[] = [
  scrollKind,
  setValueKind,
  typeIntoKind,
  appendKind,
  clickKind,
  optionKind,
  selectKind,
  toggleKind,
  expandKind,
  chooseOptionKind,
  contextMenuKind,
  webTextKind,
  menuKind,
  keypadKind,
  keyKind,
];
