import type { Message } from "@beans-picker/dbus";
import type { Logger, ProcessParts, StartedProcess } from "@beans-picker/ipc";
import type { WatcherContract } from "@beans-picker/protocol";
import { callNotes } from "./calls.js";
import { focusNews } from "./focus/events.js";
import { watchFocus } from "./focus/watch.js";
import { followLock } from "./lock/service.js";
import { lockReader } from "./lock/reader.js";
import { accessibilityBus, pidOf } from "./reading/accessibility.js";
import { recordings } from "./record/recordings.js";
import { recorderTools } from "./record/tools.js";
import { capabilities, watcherHandlers } from "./service.js";
import { samplePeriodMs, watchFront } from "./watch.js";
import { openX11Source, type Surroundings } from "./x11/source.js";

export interface WatcherSurroundings extends Surroundings {
  readonly uid: number;
  /** Unix milliseconds now. */
  readonly wall: () => number;
  readonly log: Logger;
  readonly publish: ProcessParts<WatcherContract>["publish"];
}

/** A watched call ends after this long in any case; noted calls ask for attention again. */
const callMs = 60_000;
const askMs = 1_000;

/** Puts the parts of the watcher together and starts them. */
export function startWatcher(around: WatcherSurroundings): StartedProcess<WatcherContract> {
  const { env, host, uid, now, wall, log, publish } = around;
  const closing = new AbortController();
  const wallAt = (monotonicMs: number): number => wall() - (now() - monotonicMs);
  const moment = (): { at: number; monotonicMs: number } => ({ at: wall(), monotonicMs: now() });

  const calls = callNotes((running) => {
    if (running.length > 0) watch.attend(samplePeriodMs, callMs);
    publish("calls.changed", { running, ...moment() });
  });
  const focus = watchFocus((seen) => publish("focus.changed", { ...seen, ...moment() }));
  const watch = watchFront({
    open: (signal) => openX11Source(around, signal),
    onChange: (change) =>
      publish("front.changed", { ...change, at: wallAt(change.monotonicMs), during: calls.running() }),
    onCondition: (condition) => log.info({ condition }, "front watch"),
    onTick: (source, front, nowMs) => focus.look(source, front, nowMs),
    now,
  });
  const accessibility = accessibilityBus({ env, uid }, (signal) => void follow(signal).catch(() => undefined));
  const lock = lockReader({ env, uid }, () => followed.news());
  const followed = followLock(
    (signal) => lock.state(signal),
    (state) => publish("lock.changed", { ...state, ...moment() }),
  );
  const recorders = recordings({ env, host, onEnd: (end) => publish("record.ended", end) });
  const tools = recorderTools(env);

  /** Takes news of the focus from the accessibility bus. */
  async function follow(signal: Message): Promise<void> {
    const news = focusNews(signal);
    if (news === null) return;
    // A window that loses the focus says so before the next look of the clock would show it.
    watch.attend(samplePeriodMs, askMs);
    if (news.kind === "moved") return;
    await accessibility.read(closing.signal, askMs, async (objects, bus) => {
      const [pid, role] = await Promise.all([pidOf(news.bus, objects, bus), objects.roleName(news)]);
      if (pid !== null) focus.gained(pid, role);
    });
  }
  // Its events are wanted from the start; without the bus nothing but roles is missing, and the next reading tries again.
  void accessibility.read(closing.signal, 10 * askMs, () => Promise.resolve()).catch(() => undefined);

  return {
    handlers: watcherHandlers({
      watch,
      focus,
      lock,
      accessibility,
      recordings: recorders,
      tools,
      noted: (running) => calls.note(running),
      now,
      wallAt,
    }),
    capabilities,
    async close() {
      closing.abort();
      accessibility.close();
      await Promise.all([recorders.close(), watch.close(), followed.close()]);
      lock.close();
    },
  };
}
