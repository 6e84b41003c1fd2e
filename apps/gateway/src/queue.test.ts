import { CodedError } from "@beans-picker/shared";
import { describe, expect, it } from "vitest";
import { createQueue } from "./queue.js";

const never = new AbortController().signal;

function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "resolved",
    (error: unknown) => (error instanceof CodedError ? error.code : "other"),
  );
}

describe(createQueue, () => {
  it("runs one body at a time, in the order of the calls", async () => {
    const queue = createQueue();
    const first = gate();
    const log: string[] = [];
    const one = queue.run(never, async () => {
      log.push("one starts");
      await first.opened;
      log.push("one ends");
    });
    const two = queue.run(never, () => {
      log.push("two");
      return Promise.resolve();
    });
    first.open();
    await Promise.all([one, two]);
    expect(log).toEqual(["one starts", "one ends", "two"]);
  });

  it("never runs a call that was cancelled while it waited, and waits for one that was cancelled while it ran [call.cancel-queued]", async () => {
    const queue = createQueue();
    const running = gate();
    const log: string[] = [];
    const cancelRunning = new AbortController();
    const started = gate();
    const one = queue.run(cancelRunning.signal, async () => {
      started.open();
      await running.opened;
      log.push("one ends");
    });
    const cancelWaiting = new AbortController();
    const two = codeOf(
      queue.run(cancelWaiting.signal, () => {
        log.push("two");
        return Promise.resolve();
      }),
    );
    const three = queue.run(never, () => {
      log.push("three");
      return Promise.resolve();
    });
    await started.opened;
    cancelRunning.abort();
    cancelWaiting.abort();
    running.open();
    await Promise.all([one, three]);
    expect(await two).toBe("cancelled");
    expect(log).toEqual(["one ends", "three"]);
  });

  it("keeps a failure to its own caller", async () => {
    const queue = createQueue();
    const one = queue.run(never, () => Promise.reject(new CodedError("bad_target")));
    const two = queue.run(never, () => Promise.resolve("fine"));
    expect(await codeOf(one)).toBe("bad_target");
    expect(await two).toBe("fine");
  });

  it("refuses new and waiting calls once it is closed, after the running one has ended", async () => {
    const queue = createQueue();
    const running = gate();
    const started = gate();
    const one = queue.run(never, () => {
      started.open();
      return running.opened;
    });
    const two = codeOf(queue.run(never, () => Promise.resolve()));
    await started.opened;
    const closed = queue.close();
    running.open();
    await Promise.all([one, closed]);
    expect(await two).toBe("shutting_down");
    expect(await codeOf(queue.run(never, () => Promise.resolve()))).toBe("shutting_down");
  });
});
