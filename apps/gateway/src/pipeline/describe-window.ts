import { screenText } from "@beans-picker/candidates";
import type { Snapshot } from "@beans-picker/desktop";
import type { RankRequest } from "@beans-picker/ranking";
import { limits } from "../limits.js";
import { presentFields } from "../present/window.js";

/** What a ranker may know about the window besides the options. */
export function describeWindow(snapshot: Snapshot): RankRequest["window"] {
  return {
    app: snapshot.window.app,
    title: snapshot.window.title,
    modal: snapshot.modal ? `${snapshot.modal.role} ${snapshot.modal.label}`.trim() : null,
    screenText: screenText(snapshot, limits.rankedTextLines),
    fields: presentFields(snapshot),
  };
}
