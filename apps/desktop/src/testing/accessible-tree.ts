import { type AccessibleFacts, type AccessibleReading, type AccessibleTree, refKey } from "@beans-picker/desktop";

/** Every object of a reading, parents first. */
export function flatten({ root, attached }: AccessibleReading): AccessibleFacts[] {
  return [root, ...attached].flatMap(below);
}

function below({ facts, children }: AccessibleTree): AccessibleFacts[] {
  return [facts, ...children.flatMap(below)];
}

/** The one object of a role, and of a name unless there is only one. */
export function find(reading: AccessibleReading, role: number, name?: string): AccessibleFacts {
  const found = flatten(reading).filter((facts) => facts.role === role && (name === undefined || facts.name === name));
  const [facts] = found;
  if (facts === undefined || found.length > 1) {
    const there = flatten(reading).map((one) => `${String(one.role)} ${JSON.stringify(one.name)}`);
    throw new Error(`${String(found.length)} × ${String(role)} ${name ?? ""} among ${there.join(", ")}`);
  }
  return facts;
}

/** A reading as plain lines, one an object, to be compared. */
export function lines({ root, attached }: AccessibleReading): string[] {
  return [root, ...attached].flatMap((tree) => linesBelow(tree, 0));
}

function linesBelow({ facts, children }: AccessibleTree, depth: number): string[] {
  const { ref, states, interfaces, selected, relations, ...rest } = facts;
  const line = JSON.stringify({
    key: refKey(ref),
    ...Object.fromEntries(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1))),
    states: [...states].sort(),
    interfaces: [...interfaces].sort(),
    selected: selected?.map(refKey),
    relations: relations?.map(({ type, targets }) => [type, targets.map(refKey)]),
  });
  return [`${"  ".repeat(depth)}${line}`, ...children.flatMap((child) => linesBelow(child, depth + 1))];
}
