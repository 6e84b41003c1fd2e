import { cut, normaliseLabel, scrubText } from "@beans-picker/shared";

export interface Property {
  readonly type: number;
  /** Bits of one element: 8, 16 or 32. */
  readonly format: number;
  readonly data: Buffer;
}

const longestApp = 128;
const largestPid = 0x7fffffff;

/** The class part of WM_CLASS ("instance\0class\0"), or the instance part when there is no other. */
export function appName(property: Property): string | null {
  const [instance = "", className = ""] = texts(property);
  const name = cut(normaliseLabel(scrubText(className || instance)), longestApp);
  return name === "" ? null : name;
}

/** Latin-1 is what ICCCM asks for, UTF-8 what many clients write; only text that is valid UTF-8 is taken for it. */
export function texts({ data, format }: Property): string[] {
  if (format !== 8) return [];
  const utf8 = data.toString("utf8");
  return (utf8.includes("\uFFFD") ? data.toString("latin1") : utf8)
    .split("\0")
    .map((text) => text.replace(/\p{Cc}/gu, ""));
}

/** The process id that the property holds; null when it holds none that can be. */
export function pidOf(property: Property | null): number | null {
  return validPid(firstWord(property));
}

export function validPid(pid: number | null | undefined): number | null {
  return typeof pid === "number" && pid > 0 && pid <= largestPid ? pid : null;
}

export function firstWord(property: Property | null): number | null {
  return words(property)[0] ?? null;
}

/** The library asks for and reads little-endian numbers whatever the machine. */
export function words(property: Property | null): number[] {
  if (property === null || property.format !== 32) return [];
  const { data } = property;
  return Array.from({ length: Math.floor(data.length / 4) }, (_, at) => data.readUInt32LE(at * 4));
}
