import { Buffer } from "node:buffer";

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

/** What calls of one method with the same arguments have in common: all but the object and the number. */
interface Form {
  /** Everything before the object's path, which is written last of the fields. */
  readonly head: Buffer;
  readonly body: Buffer;
}

/** A look asks hundreds of objects the same. */
const forms = new Map<string, Form>();
const maxForms = 512;
/** Longer arguments are not kept. */
const longestKept = 64;

/** `serial` must not be 0. Never starts a service: a name that has no owner is refused. */
export function encodeCall(method: Method, args: readonly Argument[], serial: number): Buffer {
  const { destination, path } = method;
  const { head, body } = formOf(method, args);
  assertAddress(destination, path);
  const fieldsEnd = head.length + 8 + path.length + 1;
  const bodyStart = (fieldsEnd + 7) & ~7;
  const bytes = Buffer.allocUnsafe(bodyStart + body.length);
  head.copy(bytes);
  bytes.writeUInt32LE(serial, 8);
  bytes.writeUInt32LE(fieldsEnd - fixedSize, 12);
  bytes.writeUInt8(field.path, head.length);
  bytes.write("\x01o\0", head.length + 1, "latin1");
  bytes.writeUInt32LE(path.length, head.length + 4);
  bytes.write(path, head.length + 8, "latin1");
  bytes.fill(0, fieldsEnd - 1, bodyStart);
  body.copy(bytes, bodyStart);
  return bytes;
}

/** Byte order, kind, flags, version, size of the body, number, size of the fields. */
const fixedSize = 16;

function formOf({ destination, interface: iface, member }: Method, args: readonly Argument[]): Form {
  const key = keyOf(args);
  const name = key === undefined ? undefined : `${destination} ${iface} ${member} ${key}`;
  const known = name === undefined ? undefined : forms.get(name);
  if (known !== undefined) return known;
  const whole = encode(1, noAutoStartFlag, 0, args, (header) => {
    header(field.interface, ["s", iface]);
    header(field.member, ["s", member]);
    header(field.destination, ["s", destination]);
  });
  const head = whole.subarray(0, whole.length - whole.readUInt32LE(4));
  const form = { head, body: whole.subarray(head.length) };
  if (name === undefined) return form;
  if (forms.size >= maxForms) forms.clear();
  forms.set(name, form);
  return form;
}

/** The same for the same arguments; undefined for arguments that will hardly come again. */
function keyOf(args: readonly Argument[]): string | undefined {
  let key = "";
  for (const [type, value] of args) {
    if (type === "u") key += `u${String(value)} `;
    else if (type === "s" && value.length <= longestKept) key += `s${String(value.length)} ${value}`;
    else return undefined;
  }
  return key;
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
