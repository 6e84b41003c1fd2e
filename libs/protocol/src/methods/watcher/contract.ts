import { z } from "zod";
import { acts, type Contract, reads } from "../../define.js";
import { commonMethods } from "../common.js";
import {
  focusChange,
  frontChange,
  frontCurrent,
  moment,
  restoreParams,
  restoreResult,
  runningCall,
  watchParams,
  watchResult,
} from "./front.js";
import { lockChange, lockState } from "./lock.js";
import { permissionsResult } from "./permissions.js";
import { menuParams, menuResult, textParams, textResult } from "./reading.js";
import { recordingEnd, recordStartParams, recordStartResult, recordStopParams } from "./record.js";

const running = z.array(runningCall).max(64);

/**
 * The watcher: who is in front, where keys go, whether the screen is locked, exact text, recording. One contract for every
 * platform; what a platform cannot do is answered with `unsupported` or with the code named here, and is not in the
 * capabilities of `hello`. Nothing here ever makes the system ask the person for a permission.
 */
export const watcherContract = {
  role: "watcher",
  methods: {
    ...commonMethods,
    /** Fails with `unsupported`, `watcher_unavailable`. */
    "front.current": reads(z.object({}), frontCurrent),
    /** Answers after the first look. Its events are `front.changed` and `focus.changed`. Fails like `front.current`. */
    "front.watch": reads(watchParams, watchResult),
    /** Puts the app back that was in front. Fails like `front.current`; `bad_arguments` when `to` is an app of `from`. */
    "front.restore": acts(restoreParams, restoreResult),
    /** Tells the watcher which calls are running now, all of them. The last note counts; a repeated one changes nothing. */
    "calls.note": reads(z.object({ running }), z.object({})),
    /** Fails with `screen_lock_unavailable`. */
    "lock.state": reads(z.object({}), lockState),
    /** Fails with `window_not_found`, `unsupported`, `permission_missing`, `driver_unavailable` (no accessibility). */
    "text.exact": reads(textParams, textResult),
    /** Fails like `text.exact`. Only commands that have a key equivalent are listed. */
    "menu.keys": reads(menuParams, menuResult),
    /** Fails with `window_not_found`, `bad_path`, `unsupported`, `permission_missing`, `capture_failed`, `recording_failed`. */
    "record.start": acts(recordStartParams, recordStartResult),
    /** Fails with `recording_not_found`, `recording_failed`. Works while the screen is locked. */
    "record.stop": acts(recordStopParams, recordingEnd),
    permissions: reads(z.object({}), permissionsResult),
  },
  events: {
    "front.changed": frontChange,
    "focus.changed": focusChange,
    "lock.changed": lockChange,
    "calls.changed": z.object({ running, ...moment }),
    /** Any end of a recording, asked for or not. */
    "record.ended": recordingEnd,
  },
} as const satisfies Contract;
export type WatcherContract = typeof watcherContract;
