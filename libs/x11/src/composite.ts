import type { Display } from "./display.js";
import { difference, type Rect } from "./geometry.js";
import { quad, request } from "./packet.js";

/** Sources: Composite extension 0.4, DAMAGE extension 1.1. */
const composite = {
  queryVersion: 0,
  redirectWindow: 1,
  unredirectWindow: 3,
  nameWindowPixmap: 6,
  automatic: 0,
} as const;
const damage = { queryVersion: 0, create: 1, destroy: 2, deltaRectangles: 1 } as const;
const freePixmap = 54;
const mostDrawn = 4_096;

/** A window that draws into a picture of its own instead of onto the screen, covered or not. */
export interface OffScreen {
  /** Gives the picture a number to read it by; null when there is none. */
  name(): Promise<number | null>;
  forget(pixmap: number): void;
  /** Lets the window draw into a picture of its own; the server goes on showing it. False when that cannot be. */
  redirect(): Promise<boolean>;
  unredirect(): void;
  /**
   * What has been drawn, by the app or for it, since it was called; what of the window is on the screen then counts too.
   * Null without the extension.
   */
  watchDrawing(): Promise<Drawing | null>;
}

export interface Drawing {
  /** How often something was drawn. */
  count(): number;
  /** What of `areas`, relative to the window, has not been drawn yet. */
  undrawn(areas: readonly Rect[]): readonly Rect[];
  stop(): void;
}

/** Null when the server has no such extension. */
export async function offScreen(display: Display, window: number): Promise<OffScreen | null> {
  const [extension, changes] = await Promise.all([display.extension("Composite"), display.extension("DAMAGE")]);
  if (extension === null) return null;
  const send = (detail: number, words: readonly number[]): Promise<boolean> =>
    display.order(request(extension.opcode, detail, words));
  const [version] = await Promise.all([
    display.ask(request(extension.opcode, composite.queryVersion, [0, 4])),
    changes === null ? null : display.ask(request(changes.opcode, damage.queryVersion, [1, 1])),
  ]);
  if (version === null || (version.data.readUInt32LE(0) === 0 && version.data.readUInt32LE(4) < 2)) return null;
  return {
    async name() {
      const pixmap = display.newId();
      if (await send(composite.nameWindowPixmap, [window, pixmap])) return pixmap;
      display.releaseId(pixmap);
      return null;
    },
    forget(pixmap) {
      forgotten(display.order(request(freePixmap, 0, [pixmap])).then(() => display.releaseId(pixmap)));
    },
    redirect: () => send(composite.redirectWindow, [window, quad(composite.automatic, 0, 0, 0)]),
    unredirect: () => forgotten(send(composite.unredirectWindow, [window, quad(composite.automatic, 0, 0, 0)])),
    async watchDrawing() {
      if (changes === null) return null;
      const id = display.newId();
      const drawn: Rect[] = [];
      let count = 0;
      const stop = display.onEvent((event) => {
        if ((event.readUInt8(0) & 0x7f) !== changes.firstEvent || event.readUInt32LE(8) !== id) return;
        count += 1;
        // A long watch only counts; its rectangles would fill the memory.
        if (drawn.length >= mostDrawn) return;
        drawn.push({
          x: event.readInt16LE(16),
          y: event.readInt16LE(18),
          width: event.readUInt16LE(20),
          height: event.readUInt16LE(22),
        });
      });
      const level = quad(damage.deltaRectangles, 0, 0, 0);
      if (!(await display.order(request(changes.opcode, damage.create, [id, window, level])))) {
        stop();
        return null;
      }
      return {
        count: () => count,
        undrawn: (areas) => difference(areas, drawn),
        stop() {
          stop();
          forgotten(display.order(request(changes.opcode, damage.destroy, [id])).then(() => display.releaseId(id)));
        },
      };
    },
  };
}

/** For what is undone: with the connection the server undoes it all by itself. */
function forgotten(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
