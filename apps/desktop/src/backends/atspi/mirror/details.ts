import type { ObjectRef } from "@beans-picker/desktop";

import { type AccessibleCalls, type ActionFacts, atspi, isOver, nullPath } from "@beans-picker/dbus";
import type { Application } from "./reader.js";
import type { ToolkitKind } from "./toolkit.js";
import type { Base, Details, Part } from "./wanted.js";

/** The most selected children of one container that are named. */
const maxSelected = 32;

/**
 * Reads parts of an object into `into`. A part that the application refuses is left out; one that time or the bus ended
 * rejects, after the other parts are in.
 */
export async function readParts(
  calls: AccessibleCalls,
  app: Application,
  ref: ObjectRef,
  base: Base,
  parts: readonly Part[],
  into: Details,
): Promise<void> {
  const results = await Promise.allSettled(parts.map((part) => readPart(calls, app, ref, base, part, into)));
  for (const result of results) {
    if (result.status === "rejected" && isOver(result.reason)) throw result.reason;
  }
}

async function readPart(
  calls: AccessibleCalls,
  app: Application,
  ref: ObjectRef,
  base: Base,
  part: Part,
  into: Details,
): Promise<void> {
  switch (part) {
    case "roleName":
      into.roleName = (await calls.roleName(ref)).toLowerCase();
      return;
    case "attributes":
      into.attributes = await calls.attributes(ref);
      return;
    case "text": {
      // The caret matters only where typing would go.
      const caret = base.states.has("focused") ? calls.caret(ref) : undefined;
      caret?.catch(() => undefined);
      into.text = await calls.text(ref);
      if (caret !== undefined) into.caret = await caret;
      return;
    }
    case "value":
      into.value = await readValue(calls, ref);
      return;
    case "actions":
      into.actions = await readActions(calls, app, ref, base);
      return;
    case "selected":
      into.selected = await readSelected(calls, ref);
      return;
    case "relations":
      into.relations = await calls.relations(ref);
      return;
    case "extents":
      into.extents = await calls.extents(ref);
  }
}

async function readValue(calls: AccessibleCalls, ref: ObjectRef): Promise<NonNullable<Details["value"]>> {
  const [current, minimum, maximum] = await Promise.all([
    calls.number(ref, "CurrentValue"),
    calls.number(ref, "MinimumValue"),
    calls.number(ref, "MaximumValue"),
  ]);
  return { current, minimum, maximum, text: "" };
}

/** The most actions of one object that are named. */
const maxActions = 32;

/**
 * The actions with their names as programs know them. `GetActions` gives them in the user's language, so each is asked
 * for its own name; objects of one role with the same words are taken to have the same names. Chromium gives no words,
 * and its first action is called by what it would do now, such as "check" or "uncheck".
 */
async function readActions(
  calls: AccessibleCalls,
  { actionNames }: Application,
  ref: ObjectRef,
  { role }: Base,
): Promise<readonly ActionFacts[]> {
  const found = (await calls.actions(ref)).slice(0, maxActions);
  if (found.length === 0) return found;
  const isWordless = found.every(({ name, description }) => name === "" && description === "");
  const words = `${String(role)} ${found.map(({ name, description }) => `${name}\n${description}`).join("\n\n")}`;
  const own = isWordless ? calls.actionName(ref, 0) : undefined;
  own?.catch(() => undefined);
  // Hundreds of objects of one kind are read at once: the first one asks for all.
  const asked = actionNames.get(words) ?? Promise.all(found.map((_, index) => calls.actionName(ref, index)));
  // Names that an application makes up as it goes must not be kept for ever.
  if (actionNames.size < maxKnownWords) actionNames.set(words, asked);
  let names: readonly string[];
  try {
    names = await asked;
  } catch (error) {
    if (actionNames.get(words) === asked) actionNames.delete(words);
    throw error;
  }
  const first = await own;
  return found.map((action, index) => ({
    ...action,
    name: (index === 0 ? first : undefined) ?? names[index] ?? action.name,
  }));
}

const maxKnownWords = 1_000;

async function readSelected(calls: AccessibleCalls, ref: ObjectRef): Promise<readonly ObjectRef[]> {
  const [count, first] = await Promise.all([
    calls.selectedCount(ref),
    calls.selectedChild(ref, 0).catch((error: unknown) => {
      if (isOver(error)) throw error;
      return undefined;
    }),
  ]);
  if (count < 1 || first === undefined || first.path === nullPath) return [];
  const rest = Array.from({ length: Math.min(count, maxSelected) - 1 }, (_, at) => calls.selectedChild(ref, at + 1));
  return [first, ...(await Promise.all(rest))].filter(({ path }) => path !== nullPath);
}

/** The base of an object that its application's cache did not give. */
export async function readBase(calls: AccessibleCalls, ref: ObjectRef, kind: ToolkitKind): Promise<Base> {
  const named = takesGetAll(kind) ? readNamed(calls, ref) : readNamedSingly(calls, ref);
  const [{ name, description, childCount }, role, states, interfaces] = await Promise.all([
    named,
    calls.role(ref),
    calls.states(ref),
    calls.interfaces(ref),
  ]);
  return { role, name, description, states, interfaces, childCount };
}

/** Qt 5.15 crashes when it is asked for all properties of an object, so only toolkits known to bear it are. */
function takesGetAll(kind: ToolkitKind): boolean {
  return kind === "gtk3" || kind === "gtk4";
}

type Named = Pick<Base, "name" | "description" | "childCount">;

async function readNamed(calls: AccessibleCalls, ref: ObjectRef): Promise<Named> {
  const found = await calls.properties(ref, atspi.accessible);
  const { Name: name, Description: description, ChildCount: childCount } = Object.fromEntries(found);
  return {
    name: typeof name === "string" ? name : "",
    description: typeof description === "string" ? description : "",
    childCount: typeof childCount === "number" ? childCount : -1,
  };
}

async function readNamedSingly(calls: AccessibleCalls, ref: ObjectRef): Promise<Named> {
  const [name, description, childCount] = await Promise.all([
    calls.name(ref),
    calls.description(ref),
    calls.childCount(ref),
  ]);
  return { name, description, childCount };
}
