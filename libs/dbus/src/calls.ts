import type { Frame, ObjectRef } from "@beans-picker/desktop";

import type { BusConnection } from "./connection.js";
import { atspi, cachePath, properties } from "./names.js";
import type { CallScope } from "./scope.js";
import { bool, double, int32, nothing, propertyMap, type Shape, stringMap, text, uint32, variantOf } from "./shapes.js";
import {
  type ActionFacts,
  actions,
  type CacheItem,
  cacheItems,
  extents,
  interfaces,
  reference,
  references,
  type RelationFacts,
  relations,
  states,
} from "./values.js";
import type { Argument } from "./wire-writer.js";

/** Where coordinates count from: the screen. Source: AtspiCoordType. */
const screen = 0;
/** AtspiScrollType: anywhere in view. */
const anywhere = 6;

/** The methods of accessible objects, each one call. Rejects with a BusFault. */
export class AccessibleCalls {
  constructor(
    readonly connection: BusConnection,
    readonly scope: CallScope,
  ) {}

  children(ref: ObjectRef): Promise<readonly ObjectRef[]> {
    return this.#ask(ref, atspi.accessible, "GetChildren", [], references);
  }

  childAt(ref: ObjectRef, index: number): Promise<ObjectRef> {
    return this.#ask(ref, atspi.accessible, "GetChildAtIndex", [["i", index]], reference);
  }

  indexInParent(ref: ObjectRef): Promise<number> {
    return this.#ask(ref, atspi.accessible, "GetIndexInParent", [], int32);
  }

  role(ref: ObjectRef): Promise<number> {
    return this.#ask(ref, atspi.accessible, "GetRole", [], uint32);
  }

  roleName(ref: ObjectRef): Promise<string> {
    return this.#ask(ref, atspi.accessible, "GetRoleName", [], text);
  }

  states(ref: ObjectRef): Promise<ReadonlySet<string>> {
    return this.#ask(ref, atspi.accessible, "GetState", [], states);
  }

  interfaces(ref: ObjectRef): Promise<ReadonlySet<string>> {
    return this.#ask(ref, atspi.accessible, "GetInterfaces", [], interfaces);
  }

  attributes(ref: ObjectRef): Promise<Readonly<Record<string, string>>> {
    return this.#ask(ref, atspi.accessible, "GetAttributes", [], stringMap);
  }

  relations(ref: ObjectRef): Promise<readonly RelationFacts[]> {
    return this.#ask(ref, atspi.accessible, "GetRelationSet", [], relations);
  }

  name(ref: ObjectRef): Promise<string> {
    return this.#property(ref, atspi.accessible, "Name", text);
  }

  description(ref: ObjectRef): Promise<string> {
    return this.#property(ref, atspi.accessible, "Description", text);
  }

  childCount(ref: ObjectRef): Promise<number> {
    return this.#property(ref, atspi.accessible, "ChildCount", int32);
  }

  toolkitName(root: ObjectRef): Promise<string> {
    return this.#property(root, atspi.application, "ToolkitName", text);
  }

  toolkitVersion(root: ObjectRef): Promise<string> {
    return this.#property(root, atspi.application, "Version", text);
  }

  /** All of an interface at once. Qt 5.15 crashes when it is asked. */
  properties(ref: ObjectRef, of: string): Promise<ReadonlyMap<string, string | number | boolean>> {
    return this.#ask(ref, properties, "GetAll", [["s", of]], propertyMap);
  }

  /**
   * The whole text. GTK 4.8 answers "to the end" with nothing for entries and labels, so an empty answer is believed only
   * where the count is 0 too. A made-up large end is no way around: Qt answers nothing to it, and Chromium 156 ends.
   */
  async text(ref: ObjectRef): Promise<string> {
    const whole = await this.#textBetween(ref, 0, -1);
    if (whole !== "") return whole;
    const count = await this.characterCount(ref);
    return count > 0 ? this.#textBetween(ref, 0, count) : whole;
  }

  #textBetween(ref: ObjectRef, start: number, end: number): Promise<string> {
    return this.#ask(
      ref,
      atspi.text,
      "GetText",
      [
        ["i", start],
        ["i", end],
      ],
      text,
    );
  }

  characterCount(ref: ObjectRef): Promise<number> {
    return this.#property(ref, atspi.text, "CharacterCount", int32);
  }

  caret(ref: ObjectRef): Promise<number> {
    return this.#property(ref, atspi.text, "CaretOffset", int32);
  }

  number(ref: ObjectRef, name: "CurrentValue" | "MinimumValue" | "MaximumValue" | "MinimumIncrement"): Promise<number> {
    return this.#property(ref, atspi.value, name, double);
  }

  valueText(ref: ObjectRef): Promise<string> {
    return this.#property(ref, atspi.value, "Text", text);
  }

  selectedCount(ref: ObjectRef): Promise<number> {
    return this.#property(ref, atspi.selection, "NSelectedChildren", int32);
  }

  selectedChild(ref: ObjectRef, index: number): Promise<ObjectRef> {
    return this.#ask(ref, atspi.selection, "GetSelectedChild", [["i", index]], reference);
  }

  actions(ref: ObjectRef): Promise<readonly ActionFacts[]> {
    return this.#ask(ref, atspi.action, "GetActions", [], actions);
  }

  actionName(ref: ObjectRef, index: number): Promise<string> {
    return this.#ask(ref, atspi.action, "GetName", [["i", index]], text);
  }

  extents(ref: ObjectRef): Promise<Frame> {
    return this.#ask(ref, atspi.component, "GetExtents", [["u", screen]], extents);
  }

  /** The child at a point of the screen. */
  atPoint(ref: ObjectRef, x: number, y: number): Promise<ObjectRef> {
    return this.#ask(
      ref,
      atspi.component,
      "GetAccessibleAtPoint",
      [
        ["i", Math.round(x)],
        ["i", Math.round(y)],
        ["u", screen],
      ],
      reference,
    );
  }

  cache(bus: string): Promise<readonly CacheItem[]> {
    const method = { destination: bus, path: cachePath, interface: atspi.cache, member: "GetItems" };
    return this.connection.call(method, [], cacheItems, this.scope);
  }

  doAction(ref: ObjectRef, index: number): Promise<boolean> {
    return this.#ask(ref, atspi.action, "DoAction", [["i", index]], bool);
  }

  setText(ref: ObjectRef, value: string): Promise<boolean> {
    return this.#ask(ref, atspi.editableText, "SetTextContents", [["s", value]], bool);
  }

  setValue(ref: ObjectRef, value: number): Promise<void> {
    const args: Argument[] = [
      ["s", atspi.value],
      ["s", "CurrentValue"],
      ["v", ["d", value]],
    ];
    return this.#ask(ref, properties, "Set", args, nothing);
  }

  selectChild(ref: ObjectRef, index: number): Promise<boolean> {
    return this.#ask(ref, atspi.selection, "SelectChild", [["i", index]], bool);
  }

  columnCount(table: ObjectRef): Promise<number> {
    return this.#property(table, atspi.table, "NColumns", int32);
  }

  columnHeader(table: ObjectRef, column: number): Promise<ObjectRef> {
    return this.#ask(table, atspi.table, "GetColumnHeader", [["i", column]], reference);
  }

  rowAt(table: ObjectRef, index: number): Promise<number> {
    return this.#ask(table, atspi.table, "GetRowAtIndex", [["i", index]], int32);
  }

  selectRow(table: ObjectRef, row: number): Promise<boolean> {
    return this.#ask(table, atspi.table, "AddRowSelection", [["i", row]], bool);
  }

  clearSelection(ref: ObjectRef): Promise<boolean> {
    return this.#ask(ref, atspi.selection, "ClearSelection", [], bool);
  }

  grabFocus(ref: ObjectRef): Promise<boolean> {
    return this.#ask(ref, atspi.component, "GrabFocus", [], bool);
  }

  scrollTo(ref: ObjectRef): Promise<boolean> {
    return this.#ask(ref, atspi.component, "ScrollTo", [["u", anywhere]], bool);
  }

  #property<T>(ref: ObjectRef, of: string, name: string, shape: Shape<T>): Promise<T> {
    const args: Argument[] = [
      ["s", of],
      ["s", name],
    ];
    return this.#ask(ref, properties, "Get", args, variantOf(shape));
  }

  #ask<T>({ bus, path }: ObjectRef, of: string, member: string, args: Argument[], reply: Shape<T>): Promise<T> {
    return this.connection.call({ destination: bus, path, interface: of, member }, args, [reply], this.scope);
  }
}
