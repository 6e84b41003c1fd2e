import { type Message, WireError } from "@beans-picker/dbus";

/** What an application told of one of its objects. */
export interface AppEvent {
  readonly path: string;
  /** The kind, such as "StateChanged". */
  readonly member: string;
  /** What of it, such as the state; "" when that was not said. */
  readonly detail: string;
  /** The first number: for a state 1 when the object has it now. */
  readonly value: number;
}

/** Reads the body of a signal, which can be done once only. Source: "siiv(so)" and "siiva{sv}" of at-spi2-core's Event interfaces. */
export function eventOf({ path, member, body, signature }: Message): AppEvent {
  const bare = { path, member, detail: "", value: 0 };
  if (body === undefined || !signature.startsWith("si")) return bare;
  try {
    return { ...bare, detail: body.string(), value: body.int32() };
  } catch (error) {
    if (error instanceof WireError) return bare;
    throw error;
  }
}
