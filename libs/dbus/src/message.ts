import type { Buffer } from "node:buffer";

import { WireError, WireReader } from "./wire-reader.js";
import { type Argument, signatureOf, WireWriter } from "./wire-writer.js";

/** A method of an object of a connection on the bus. */
export interface Method {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

export type MessageKind = "call" | "reply" | "error" | "signal";

export interface Message {
  readonly kind: MessageKind;
  readonly noReply: boolean;
  readonly serial: number;
  readonly replyTo: number;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly errorName: string;
  readonly sender: string;
  readonly signature: string;
  /** `undefined` when the body was larger than accepted and passed over. */
  readonly body: WireReader | undefined;
}

const kinds: readonly (MessageKind | undefined)[] = [undefined, "call", "reply", "error", "signal"];

/** Codes of header fields. Source: D-Bus specification, "Header Fields". */
const field = {
  path: 1,
  interface: 2,
  member: 3,
  errorName: 4,
  replySerial: 5,
  destination: 6,
  sender: 7,
  signature: 8,
};

const noReplyFlag = 1;
const noAutoStartFlag = 2;

/** Source: D-Bus specification, "Valid Names". */
const busName =
  /^(?=.{1,255}$)(?::[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|[A-Za-z_-][A-Za-z0-9_-]*(?:\.[A-Za-z_-][A-Za-z0-9_-]*)+)$/;
const objectPath = /^\/(?:[A-Za-z0-9_]+(?:\/[A-Za-z0-9_]+)*)?$/;

/** Throws {@link WireError} for an address that came from an app and is none: the bus would end the connection. */
function assertAddress(destination: string, path: string): void {
  if (!busName.test(destination) || !objectPath.test(path))
    throw new WireError("The address of an object is malformed.");
}

/** `serial` must not be 0. Never starts a service: a name that has no owner is refused. */
export function encodeCall(
  { path, interface: iface, member, destination }: Method,
  args: readonly Argument[],
  serial: number,
): Buffer {
  assertAddress(destination, path);
  return encode(1, noAutoStartFlag, serial, args, (header) => {
    header(field.path, ["o", path]);
    header(field.interface, ["s", iface]);
    header(field.member, ["s", member]);
    header(field.destination, ["s", destination]);
  });
}

export function encodeError(to: Message, errorName: string, serial: number): Buffer {
  return encode(3, noReplyFlag, serial, [], (header) => {
    header(field.errorName, ["s", errorName]);
    header(field.replySerial, ["u", to.serial]);
    header(field.destination, ["s", to.sender]);
  });
}

function encode(
  kind: number,
  flags: number,
  serial: number,
  args: readonly Argument[],
  fields: (header: (code: number, value: Argument) => void) => void,
): Buffer {
  const writer = new WireWriter();
  writer.byte("l".charCodeAt(0));
  writer.byte(kind);
  writer.byte(flags);
  writer.byte(1);
  writer.uint32(0);
  writer.uint32(serial);
  writer.uint32(0);
  const start = writer.length;
  const header = (code: number, value: Argument): void => {
    writer.align(8);
    writer.byte(code);
    writer.value(["v", value]);
  };
  fields(header);
  if (args.length > 0) header(field.signature, ["g", signatureOf(args)]);
  writer.uint32At(writer.length - start, 12);
  writer.align(8);
  const body = writer.length;
  for (const value of args) writer.value(value);
  writer.uint32At(writer.length - body, 4);
  return writer.take();
}

/** `header` ends with the padding before the body; `body` is `undefined` when it was passed over. */
export function decodeMessage(header: Buffer, body: Buffer | undefined): Message {
  const littleEndian = header[0] !== "B".charCodeAt(0);
  const reader = new WireReader(header, littleEndian);
  reader.skip(1);
  const kind = kinds[reader.byte()];
  if (kind === undefined) throw new WireError("A message is of no known kind.");
  const noReply = (reader.byte() & noReplyFlag) !== 0;
  reader.skip(5);
  const serial = reader.uint32();
  const found = { path: "", interface: "", member: "", errorName: "", sender: "", signature: "", replyTo: 0 };
  reader.array(8, () => {
    reader.align(8);
    const code = reader.byte();
    const type = reader.signature();
    if (code === field.replySerial && type === "u") found.replyTo = reader.uint32();
    else if (code === field.signature && type === "g") found.signature = reader.signature();
    else if (code === field.path && type === "o") found.path = reader.string();
    else if (type !== "s") reader.skipValues(type);
    else {
      const value = reader.string();
      if (code === field.interface) found.interface = value;
      else if (code === field.member) found.member = value;
      else if (code === field.errorName) found.errorName = value;
      else if (code === field.sender) found.sender = value;
    }
  });
  return { ...found, kind, noReply, serial, body: body === undefined ? undefined : new WireReader(body, littleEndian) };
}
