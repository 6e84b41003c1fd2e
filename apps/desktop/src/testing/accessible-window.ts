import type { AccessibleReading } from "@beans-picker/desktop";
import pino from "pino";

import { ample, eventually } from "./scripted.js";
import type { AccessibleApp, AccessibleTopLevel } from "../backends/atspi/accessibility.js";
import { type AtspiAccessibility, openAccessibility } from "../backends/atspi/bus/index.js";

export const limits = { maxElements: 5_000 } as const;

export function open(env: Record<string, string>): Promise<AtspiAccessibility> {
  return openAccessibility(env, pino({ level: "silent" }));
}

export interface OpenWindow {
  readonly app: AccessibleApp;
  readonly top: AccessibleTopLevel;
  read(ms?: number): Promise<AccessibleReading>;
  readFresh(): Promise<AccessibleReading>;
}

/** The first window of a process, once it is on the bus. */
export async function windowOf(accessibility: AtspiAccessibility, pid: number): Promise<OpenWindow> {
  const find = async (): Promise<{ app: AccessibleApp; top: AccessibleTopLevel } | undefined> => {
    const app = (await accessibility.applications(ample())).find((one) => one.pid === pid);
    const [top] = app === undefined ? [] : await accessibility.topLevels(app, ample());
    return app === undefined || top === undefined ? undefined : { app, top };
  };
  let found = await find();
  await eventually("the window on the accessibility bus", async () => (found = await find()) !== undefined, 10_000);
  if (found === undefined) throw new Error("no window");
  const { app, top } = found;
  return {
    app,
    top,
    read: (ms) => accessibility.read(app, top.ref, [], limits, ample(ms)),
    readFresh: () => accessibility.readFresh(app, top.ref, [], limits, ample()),
  };
}
