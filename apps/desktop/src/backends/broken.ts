import type { DesktopBackend } from "../backend.js";

/** Stands in for a back end that cannot be made, so that each call tells why. */
export class BrokenBackend implements DesktopBackend {
  readonly describe: DesktopBackend["describe"];
  readonly listApps: DesktopBackend["listApps"];
  readonly listWindows: DesktopBackend["listWindows"];
  readonly look: DesktopBackend["look"];
  readonly changed: DesktopBackend["changed"];
  readonly perform: DesktopBackend["perform"];
  readonly captureWindow: DesktopBackend["captureWindow"];
  readonly captureScreen: DesktopBackend["captureScreen"];
  readonly setWindowFrame: DesktopBackend["setWindowFrame"];
  readonly clipboardRead: DesktopBackend["clipboardRead"];
  readonly clipboardWrite: DesktopBackend["clipboardWrite"];
  readonly launch: DesktopBackend["launch"];
  readonly callDriver: DesktopBackend["callDriver"];

  constructor(reason: unknown) {
    const refuse = (): Promise<never> => Promise.reject(reason instanceof Error ? reason : new Error("no back end"));
    this.describe = refuse;
    this.listApps = refuse;
    this.listWindows = refuse;
    this.look = refuse;
    this.changed = refuse;
    this.perform = refuse;
    this.captureWindow = refuse;
    this.captureScreen = refuse;
    this.setWindowFrame = refuse;
    this.clipboardRead = refuse;
    this.clipboardWrite = refuse;
    this.launch = refuse;
    this.callDriver = refuse;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
