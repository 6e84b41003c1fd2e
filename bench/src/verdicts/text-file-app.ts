import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "@beans-picker/sandbox";
import { startWitness } from "@beans-picker/fixture";
import type { Deed } from "./deed.js";
import { holdsInserted } from "./texts.js";
import type { Subject } from "./subject.js";

/** What stands in the file after the editor has saved it. */
export interface FileState {
  readonly windowId: number;
  readonly text: string;
}
export interface FileValues {
  readonly text?: string;
}

export const editors = ["mousepad", "featherpad"] as const;
export type Editor = (typeof editors)[number];

export const fileBase: FileValues = { text: "old note\nsecond line\n" };

/** A text editor with one file. What it holds is read from the file, which a witness has it save. */
export async function startEditor(
  editor: Editor,
  sandbox: Sandbox,
  name: string,
): Promise<Subject<FileState, FileValues>> {
  const file = join(sandbox.dir, `${name}.txt`);
  await writeFile(file, fileBase.text ?? "");
  const args = editor === "mousepad" ? ["--disable-server", file] : ["--standalone", file];
  const app = await sandbox.launch(editor, args);
  const witness = await startWitness(app.pid, sandbox.env);
  const state = async (): Promise<FileState> => {
    await witness.save();
    return { windowId: witness.windowId, text: await readFile(file, "utf8") };
  };
  return {
    name: editor,
    windowIdOf: ({ windowId }) => windowId,
    window: {
      pid: app.pid,
      state,
      set: async ({ text }) => {
        if (text !== undefined) await witness.setText(text);
      },
      stop: async () => {
        await witness.close();
        await app.stop();
      },
    },
  };
}

/** Editors end a file with a line break of their own. */
function saved(text: string): readonly string[] {
  return [text, `${text}\n`];
}

export function fileDeeds(pick: <T>(from: readonly T[]) => T, texts: readonly string[]): Deed<FileState, FileValues>[] {
  const text = pick(texts);
  const shared = {
    spot: { roles: ["textarea", "textfield"], label: null },
    undo: () => fileBase,
    lasting: true,
  } as const;
  return [
    {
      ...shared,
      ...{ title: "Text", kind: "set_value", act: { kind: "set_value", text } },
      right: (_, now) => saved(text).includes(now.text),
    },
    {
      ...shared,
      ...{ title: "Text, after it", kind: "append", act: { kind: "append", text } },
      right: (before, now) => saved(before.text + text).includes(now.text),
    },
    {
      ...shared,
      ...{ title: "Text, at the caret", kind: "type_into", act: { kind: "type_into", text } },
      right: (before, { text: now }) =>
        [now, now.replace(/\n$/u, "")].some((content) => holdsInserted(before.text, content, text)),
    },
  ];
}
