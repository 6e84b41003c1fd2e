import { type Display, firstWord, texts } from "@beans-picker/x11";

const idWords = 128;

/**
 * The times of input that a window says it answers to. Source: EWMH 1.5, `_NET_WM_USER_TIME`; startup-notification
 * specification, the `_TIME` part of the id.
 */
export async function userTimes(display: Display, window: number): Promise<number[]> {
  const [own, elsewhere, id] = await Promise.all([
    display.property(window, "_NET_WM_USER_TIME", 1),
    display.property(window, "_NET_WM_USER_TIME_WINDOW", 1),
    display.property(window, "_NET_STARTUP_ID", idWords),
  ]);
  const other = firstWord(elsewhere);
  const kept = other === null || other === 0 ? null : await display.property(other, "_NET_WM_USER_TIME", 1);
  const named = id === null ? undefined : /_TIME(\d{1,10})/.exec(texts(id)[0] ?? "")?.[1];
  return [firstWord(own), firstWord(kept), named === undefined ? null : Number(named)].flatMap((time) =>
    // 0 says that the window does not want the focus when it opens.
    time === null || time === 0 ? [] : [time],
  );
}
