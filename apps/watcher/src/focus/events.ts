import type { Message } from "@beans-picker/dbus";

/** What an event of the accessibility bus says of the focus. */
export type FocusNews = { readonly kind: "gained" | "moved"; readonly bus: string; readonly path: string } | null;

/**
 * Reads an event: a control that has gained the focus, or a window that became active or inactive (`moved`). Source: AT-SPI
 * events carry detail text, two numbers and a value; the first number of a state change says whether the state is set.
 */
export function focusNews({ interface: iface, member, path, sender, signature, body }: Message): FocusNews {
  if (iface === "org.a11y.atspi.Event.Window") return { kind: "moved", bus: sender, path };
  if (iface !== "org.a11y.atspi.Event.Object" || member !== "StateChanged") return null;
  if (!signature.startsWith("sii") || body === undefined) return null;
  try {
    if (body.string() !== "focused" || body.int32() !== 1) return null;
    return { kind: "gained", bus: sender, path };
  } catch {
    return null;
  }
}
