import { CodedError } from "@beans-picker/shared";

/** Waits, and rejects with `cancelled` as soon as the call is not wanted any more. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
  if (signal.aborted) throw new CodedError("cancelled");
}
