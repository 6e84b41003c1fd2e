import { Buffer } from "node:buffer";

/**
 * The Unix sockets of a D-Bus server address, in the order to try them; an abstract name begins with a zero byte, as
 * `net.connect` takes it. Other transports (TCP, a program to run) are left out: they could lead to another machine or
 * start something. Source: D-Bus specification, "Server Addresses".
 */
export function socketPaths(address: string): readonly string[] {
  return address.split(";").flatMap((one) => {
    const colon = one.indexOf(":");
    if (colon < 0 || one.slice(0, colon) !== "unix") return [];
    const keys = new Map<string, string>();
    for (const pair of one.slice(colon + 1).split(",")) {
      const [key, value] = split(pair);
      keys.set(key, unescape(value));
    }
    const path = keys.get("path");
    if (path !== undefined && path !== "") return [path];
    const abstract = keys.get("abstract");
    return abstract !== undefined && abstract !== "" ? [`\0${abstract}`] : [];
  });
}

function split(pair: string): readonly [string, string] {
  const equals = pair.indexOf("=");
  return equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
}

function unescape(value: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < value.length; at += 1) {
    const code = Number.parseInt(value.slice(at + 1, at + 3), 16);
    if (value[at] === "%" && !Number.isNaN(code)) {
      bytes.push(code);
      at += 2;
    } else bytes.push(...Buffer.from(value[at] ?? "", "utf8"));
  }
  return Buffer.from(bytes).toString("utf8");
}
