import { action, appEntry, frame, performed, snapshot, windowEntry } from "@beans-picker/desktop";
import { z } from "zod";
import { acts, reads, type Contract } from "../define.js";
import { commonMethods, owner, snapshotId } from "./common.js";

const empty = z.object({});
const windowRef = { pid: z.int().positive(), windowId: z.int().positive() };

export const backendDescription = z.object({
  backend: z.string(),
  platform: z.enum(["linux", "macos"]),
  transport: z.string(),
  driverVersion: z.string().nullable(),
  tools: z.array(z.string()),
  /** Why this back end was chosen, for people. */
  reason: z.string().optional(),
});
export type BackendDescription = z.infer<typeof backendDescription>;

export const capture = z.object({
  png: z.instanceof(Uint8Array),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Picture pixels per window unit. */
  scale: z.number().positive(),
  /** What of the screen it shows; absent when that is not known. */
  area: frame.optional(),
  /** True when parts of it may show what lies over the window instead of the window; absent when that is not known. */
  occluded: z.boolean().optional(),
});
export type Capture = z.infer<typeof capture>;

export const launchResult = z.object({
  pid: z.int().positive().nullable(),
  name: z.string(),
  windows: z.array(windowEntry),
});
export type LaunchResult = z.infer<typeof launchResult>;

export const rawResult = z.object({
  isError: z.boolean(),
  text: z.string(),
  structured: z.unknown(),
  images: z.array(z.object({ mimeType: z.string(), bytes: z.instanceof(Uint8Array) })),
  code: z.string().nullable(),
});
export type RawResult = z.infer<typeof rawResult>;

export const desktopContract = {
  role: "desktop",
  methods: {
    ...commonMethods,
    "backend.describe": reads(empty, backendDescription),
    "apps.list": reads(empty, z.object({ apps: z.array(appEntry) })),
    /**
     * `app` is the name that windows are listed with, in any case, else another name the app goes by, such as that of its desktop
     * file. No windows when several apps go by it.
     */
    "windows.list": reads(
      z.object({
        pid: z.int().positive().optional(),
        app: z.string().min(1).max(255).optional(),
        onScreenOnly: z.boolean().optional(),
      }),
      z.object({ windows: z.array(windowEntry) }),
    ),
    /** Looks at a window. The snapshot stays here until it is used, released or expires. */
    "snapshot.take": reads(z.object({ owner, ...windowRef }), z.object({ snapshotId, snapshot })),
    /** Reads a snapshot of the same owner, used or not, that has not expired. */
    "snapshot.read": reads(z.object({ owner, snapshotId }), z.object({ snapshot })),
    /**
     * Waits until the window may have changed since that snapshot, at most `waitMs`. Answers `changed: false` at once when
     * the back end is told of no changes, or not of this window's; nothing can be concluded from that.
     */
    "snapshot.changed": reads(
      z.object({ owner, snapshotId, waitMs: z.int().min(1).max(30_000) }),
      z.object({ changed: z.boolean() }),
    ),
    /** A picture of the snapshot's window. From now on points of it can be given for this snapshot. */
    "snapshot.capture": reads(z.object({ owner, snapshotId }), capture),
    /**
     * The control at a point of the picture taken with `snapshot.capture`, in pixels of that picture; null where none is.
     * Refused with `capture_required` for a snapshot that has no picture: a point means nothing on any other one.
     */
    "snapshot.at": reads(
      z.object({ owner, snapshotId, x: z.number().nonnegative(), y: z.number().nonnegative() }),
      z.object({ handle: z.int().nonnegative().nullable() }),
    ),
    /**
     * The colours that a snapshot's unnamed swatches show, by handles of the snapshot that comes with them. A picture is
     * taken and the window looked at again; without swatches, or where no picture can be had, neither, and the snapshot is
     * the one that was given.
     */
    "snapshot.colours": reads(
      z.object({ owner, snapshotId }),
      z.object({
        snapshotId,
        snapshot,
        colours: z.array(z.object({ handle: z.int().nonnegative(), colour: z.string() })),
      }),
    ),
    "owner.release": acts(z.object({ owner }), empty),
    /** Uses up the snapshot: a second action with it is refused with `snapshot_unavailable`. */
    "action.perform": acts(z.object({ owner, snapshotId, action }), performed),
    "window.capture": reads(z.object({ ...windowRef }), capture),
    /** All of the screen, or the part of it that is named, as a person sees it. */
    "screen.capture": reads(z.object({ region: frame.optional() }), capture),
    "window.setFrame": acts(z.object({ ...windowRef, frame }), z.object({ frame: frame.nullable() })),
    "clipboard.read": reads(empty, z.object({ types: z.array(z.string()), text: z.string().nullable() })),
    "clipboard.write": acts(
      z.union([z.object({ text: z.string() }), z.object({ imagePath: z.string() })]),
      z.object({ types: z.array(z.string()) }),
    ),
    "app.launch": acts(
      z.object({
        bundleId: z.string().optional(),
        name: z.string().optional(),
        urls: z.array(z.string()).max(16).optional(),
        newInstance: z.boolean().optional(),
      }),
      launchResult,
    ),
    "driver.call": acts(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) }), rawResult),
  },
  events: {},
} as const satisfies Contract;
export type DesktopContract = typeof desktopContract;
