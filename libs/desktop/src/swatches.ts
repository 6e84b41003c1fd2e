import { colourOf, type Area, type Picture } from "./colours.js";
import { identify } from "./keys.js";
import type { Role } from "./roles.js";
import type { Frame, Snapshot, SnapshotNode } from "./snapshot.js";

/** Sides of a swatch, in window units, and how far it may be from a square. Source: beans-picker 0.5 seed. */
const SIDE = { least: 8, most: 48 } as const;
const OFF_SQUARE = 1 / 4;
/** Fewer unnamed buttons side by side are no palette. Source: beans-picker 0.5 seed. */
const FEWEST = 3;

const swatchRoles: ReadonlySet<Role> = new Set<Role>(["button", "radio", "toggle"]);
/** What only the colours of a GTK colour chooser can be asked for. Source: gtkcolorswatchaccessible.c of GTK 3. */
const swatchAction = "customize";

/** A swatch and the colour that it shows, such as `purple #8B5CF6`. */
export interface ShownColour {
  readonly handle: number;
  readonly colour: string;
}

/**
 * Small buttons without a name, at least three under one parent, and the colours of a colour chooser, whatever they are
 * called: what tells them apart is the colour they show, which only a picture says.
 */
export function swatchesOf({ nodes }: Pick<Snapshot, "nodes">): SnapshotNode[] {
  const shown = nodes.filter(
    ({ role, states, operable }) => swatchRoles.has(role) && states.showing !== false && operable,
  );
  const unnamed = shown.filter((node) => node.rawLabel === "" && node.frame !== undefined && isSquare(node.frame));
  const counts = new Map<number | null, number>();
  for (const { parent } of unnamed) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  const palettes = new Set(unnamed.filter(({ parent }) => (counts.get(parent) ?? 0) >= FEWEST));
  return shown.filter((node) => palettes.has(node) || (node.frame !== undefined && isOfChooser(node)));
}

function isSquare({ width, height }: Frame): boolean {
  return (
    [width, height].every((side) => side >= SIDE.least && side <= SIDE.most) &&
    Math.abs(width - height) <= Math.max(width, height) * OFF_SQUARE
  );
}

function isOfChooser({ actions }: SnapshotNode): boolean {
  return actions.some((name) => name.toLowerCase() === swatchAction);
}

/**
 * The colours of a window's swatches in a picture that was taken between two looks, by handles of the second. Only those that
 * stand in both looks at the same place are named: elsewhere the picture may show something else.
 */
export function coloursShown(before: Snapshot, after: Snapshot, picture: Picture, area: Area): ShownColour[] {
  const [earlier, keys] = [identify(before), identify(after)];
  const frames = new Map(swatchesOf(before).map(({ handle, frame }) => [earlier.get(handle)?.key, frame]));
  return swatchesOf(after).flatMap(({ handle, frame }) => {
    const key = keys.get(handle)?.key;
    const was = key === undefined ? undefined : frames.get(key);
    if (frame === undefined || was === undefined || !isSame(was, frame)) return [];
    const colour = colourOf(frame, picture, area);
    return colour === undefined ? [] : [{ handle, colour }];
  });
}

function isSame(one: Frame, other: Frame): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
