import { atspi, type AccessibleCalls, isOver, roleNumbers, text, documentRoles } from "@beans-picker/dbus";
import type { ObjectRef } from "@beans-picker/desktop";
import { type ExactField, exactTextLimits, type TextResult } from "@beans-picker/protocol";
import { walk } from "./walk.js";

/** A window of the process as accessibility names it. */
export interface NamedWindow {
  readonly ref: ObjectRef;
  readonly title: string;
}

/** The windows of apps by their roots. */
export async function namedWindows(calls: AccessibleCalls, roots: readonly ObjectRef[]): Promise<NamedWindow[]> {
  const windows = (await Promise.all(roots.map((root) => calls.children(root)))).flat();
  return Promise.all(windows.map(async (ref) => ({ ref, title: await calls.name(ref) })));
}

/** Those whose title no other has: fields of windows of one title could not be told apart. */
export function unmistakable(windows: readonly NamedWindow[]): NamedWindow[] {
  return windows.filter(({ title }) => windows.filter((other) => other.title === title).length === 1);
}

/** Editable fields with their whole text. Secure fields and what lies inside of a field are left out. */
export async function exactFields(calls: AccessibleCalls, windows: readonly NamedWindow[]): Promise<TextResult> {
  const fields: ExactField[] = [];
  let complete = true;
  for (const { ref: window, title } of windows) {
    const documents = new Map<number, string | null>();
    const limits = { found: exactTextLimits.fields - fields.length, depth: exactTextLimits.depth };
    const result = await walk<ExactField>(calls, window, limits, async ({ ref, role, states, depth }) => {
      for (const at of [...documents.keys()]) if (at >= depth) documents.delete(at);
      if (documentRoles.has(role)) documents.set(depth, await addressOf(calls, ref));
      if (role === roleNumbers.passwordText) return { keep: [], descend: false };
      if (!states.has("editable")) return { keep: [], descend: true };
      const [name, roleName, value] = await Promise.all([calls.name(ref), calls.roleName(ref), calls.text(ref)]);
      const document = [...documents.values()].at(-1) ?? null;
      const field = { window: title, document, role: roleName, title: name === "" ? null : name, value };
      return { keep: [field], descend: false };
    });
    fields.push(...result.found);
    complete &&= result.complete;
  }
  return { windows: windows.map(({ title }) => title), fields, complete };
}

/** Address of a web page or document; null when it does not say. */
async function addressOf(calls: AccessibleCalls, { bus, path }: ObjectRef): Promise<string | null> {
  const method = { destination: bus, path, interface: atspi.document, member: "GetAttributeValue" };
  for (const name of ["DocURL", "URI"]) {
    const value = await calls.connection.call(method, [["s", name]], [text], calls.scope).catch((error: unknown) => {
      if (isOver(error)) throw error;
      return "";
    });
    if (value !== "") return value;
  }
  return null;
}
