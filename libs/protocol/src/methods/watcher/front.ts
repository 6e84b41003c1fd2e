import { z } from "zod";

const pid = z.int().positive();

/** How a window that came to the front got there, as far as the watcher can tell. Only `app` and `opened` are steals. */
export const frontCauses = [
  /** A person switched: clicked the window, a panel or a menu, or used a key chord; or the window answers to such an input. */
  "person",
  /** The app asked for it, or the system gave it, with no input of a person that accounts for it. */
  "app",
  /** Like `app`, with a window that was not there before. */
  "opened",
  /** The window that was in front went away (closed, minimised, its process died), so something had to take its place. */
  "closed",
  /** A `front.restore` of this watcher put it there. */
  "restore",
  /** Input of persons cannot be seen here, so nobody knows. */
  "unknown",
] as const;

/**
 * The app and window in front. `pid` is null when the window does not say who owns it, `title` when it has none or the
 * system does not let the watcher read it (cut to 256 UTF-16 units); all null when no window is in front.
 */
export const front = z.object({
  pid: pid.nullable(),
  windowId: z.int().positive().nullable(),
  app: z.string().nullable(),
  title: z.string().nullable(),
});
export type Front = z.infer<typeof front>;

/** A call that somebody (the gateway) says it is carrying out. */
export const runningCall = z.object({
  /** Unique among the calls of the same note. */
  call: z.string().min(1).max(64),
  tool: z.string().min(1).max(64),
  /** The app it acts on; null when it acts on none in particular. */
  pid: pid.nullable(),
});
export type RunningCall = z.infer<typeof runningCall>;

/** Wall clock in Unix milliseconds, and milliseconds of a clock that only goes forward, for durations. */
export const moment = { at: z.number(), monotonicMs: z.number() };

export const frontChange = z.object({
  front,
  previous: front,
  ...moment,
  cause: z.enum(frontCauses),
  /** Longest time a change could have gone unseen since the change before this one, in milliseconds. */
  blindMs: z.number(),
  /** The calls that were noted (`calls.note`) as running at that moment. */
  during: z.array(runningCall),
});
export type FrontChange = z.infer<typeof frontChange>;
export type FrontCause = FrontChange["cause"];

/**
 * Where keys go. `windowId` is the top-level window, null when it is not known; `role` is the role of the focused control
 * in the words of the platform's accessibility, null when accessibility does not tell it.
 */
export const focus = z.object({
  pid: pid.nullable(),
  windowId: z.int().positive().nullable(),
  role: z.string().nullable(),
});
export type Focus = z.infer<typeof focus>;

/** The focus moved while the front window stayed the same. */
export const focusChange = z.object({
  /** The window that is in front, before and after. */
  front,
  /** Null when nothing has the focus. */
  focus: focus.nullable(),
  /** True when the front window lost its focus to another window or to nothing; false when it has it again. */
  lost: z.boolean(),
  ...moment,
});
export type FocusChange = z.infer<typeof focusChange>;

export const frontCurrent = z.object({
  front,
  /** Null when it is not known or nothing has the focus. */
  focus: focus.nullable(),
  ...moment,
  blindMs: z.number(),
});

export const watchParams = z.object({
  /** Asks for a look at least this often, in milliseconds; the watcher takes the shortest that anybody asked for. */
  sampleMs: z.int().min(5).max(1_000).optional(),
});

/**
 * Where the watch stands when it begins: what happens after `seq` comes as events. `blindMs` is the interval the watcher
 * promises when it is not held up; every event says what it really was.
 */
export const watchResult = z.object({
  front,
  ...moment,
  sampleMs: z.number(),
  blindMs: z.number(),
  /** Whether input of persons can be told from apps' own doing; without it every cause but `closed` and `restore` is `unknown`. */
  seesInput: z.boolean(),
});

/** How often and how far apart it is checked that the restored app is really in front. */
export const restoreChecks = { times: 6, everyMs: 50 } as const;

export const restoreParams = z.object({
  /** The apps that must not be in front. Nothing is done unless one of them is; none of them is ever brought forward. */
  from: z.array(pid).min(1).max(64),
  /** What to put in front; without it, what was in front last before any app of `from`. */
  to: z.object({ pid: pid.nullable(), windowId: z.int().positive().nullable() }).optional(),
  /** Also undoes a switch that a person made. Default false. */
  evenPerson: z.boolean().optional(),
});

export const restoreOutcomes = [
  /** It was asked for, and a look after it showed it in front. */
  "restored",
  /** No app of `from` is in front, so nothing was done. */
  "not_needed",
  /** A person brought the app to the front, so nothing was done. */
  "person",
  /** There is no app to put back: none was in front before, or it has no window any more. Nothing was done. */
  "nobody",
  /** It was asked for, and after all checks another window is in front. */
  "refused",
] as const;

export const restoreResult = z.object({
  outcome: z.enum(restoreOutcomes),
  /** What is in front now. */
  front,
  /** How often it was looked whether it is in front; 0 when nothing was done. */
  checks: z.int().min(0).max(restoreChecks.times),
});
export type RestoreResult = z.infer<typeof restoreResult>;
