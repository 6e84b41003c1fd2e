import { checkUrl } from "@beans-picker/shared";
import { JevFailure } from "./http/failure.js";

/** Where Jev is and how it is asked. */
export interface JevConfig {
  readonly key: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path of the question endpoint. */
  readonly path: string;
  readonly model: string;
  /** The only version that may answer, when `model` names one. */
  readonly pinned?: string;
  readonly connectMs: number;
  /** For one question, all attempts and waits included. */
  readonly totalMs: number;
  /** Values of fields, the caller's text and the history stay here. */
  readonly withhold: boolean;
  readonly proxy?: { readonly https: string; readonly http: string; readonly none: string };
  /** PEM to trust instead of the system's authorities. */
  readonly ca?: string;
}

export const defaults = {
  root: "https://api.typesafe.ai",
  model: "jev-latest",
  connectSeconds: 10,
  readSeconds: 120,
} as const;

type Settings = Readonly<Record<string, string | undefined>>;

/** A key as it can stand in a header. */
const KEY = /^[\x21-\x7e]{1,1024}$/;
const MODEL = /^[\x21-\x7e]{1,200}$/;
const VERSION = /^jev-\d+\.\d+\.\d+$/;
const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** The key's name, when one is set: an empty first one falls through to the second. */
export function keyName(settings: Settings): "JEV_API_KEY" | "TYPESAFE_API_KEY" | undefined {
  if (settings["JEV_API_KEY"]) return "JEV_API_KEY";
  return settings["TYPESAFE_API_KEY"] ? "TYPESAFE_API_KEY" : undefined;
}

/** True when a setting is 1, true, yes or on, in any case. */
export function isOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/i.test(value?.trim() ?? "");
}

/** Reads the settings. Throws a JevFailure of kind `config`, which names the setting and never its value. */
export function jevConfig(settings: Settings): JevConfig {
  const name = keyName(settings);
  if (name === undefined) throw wrong("No key is set: JEV_API_KEY or TYPESAFE_API_KEY.");
  const key = settings[name] ?? "";
  if (!KEY.test(key)) throw wrong(`${name} holds a blank, a line break or another character that no key has.`);
  const model = settings["BEANS_PICKER_MODEL"] ?? defaults.model;
  if (!MODEL.test(model)) throw wrong("BEANS_PICKER_MODEL is not the name of a model.");
  const { origin, path, host } = endpoint(settings);
  const proxy = LOOPBACK.test(host) ? undefined : proxyOf(settings);
  return {
    key,
    origin,
    path,
    model,
    ...(VERSION.test(model) && { pinned: model }),
    connectMs: seconds(settings, "JEV_CONNECT_TIMEOUT", defaults.connectSeconds),
    totalMs: seconds(settings, "JEV_READ_TIMEOUT", defaults.readSeconds),
    withhold: isOn(settings["BEANS_PICKER_WITHHOLD_VALUES"]),
    ...(proxy !== undefined && { proxy }),
  };
}

/** TYPESAFE_BASE_URL is the root of the API, as the vendor's client reads it. */
function endpoint(settings: Settings): { origin: string; path: string; host: string } {
  const text = settings["TYPESAFE_BASE_URL"] || defaults.root;
  const name = "TYPESAFE_BASE_URL";
  const checked = checkUrl(text);
  if (!checked.ok) throw wrong(`${name} is not a plain URL: ${checked.message}`);
  if (/[?#]/.test(text)) throw wrong(`${name} has a query or a fragment; give the root of the API.`);
  const url = new URL(checked.normalised);
  const plain = url.protocol === "http:";
  if (!plain && url.protocol !== "https:") throw wrong(`${name} must be an https URL.`);
  if (plain && !(LOOPBACK.test(url.hostname) && isOn(settings["BEANS_PICKER_LOOPBACK_HTTP"]))) {
    throw wrong(
      `${name} must be an https URL. Plain http is for a server on this machine, and only with BEANS_PICKER_LOOPBACK_HTTP=1.`,
    );
  }
  const root = url.pathname.replace(/\/+$/, "");
  if (/\/(?:systemone|models|v1)$/.test(root))
    throw wrong(`${name} must be the root of the API, without ${root.split("/").at(-1) ?? ""}.`);
  return { origin: url.origin, path: `${root}/v1/systemone`, host: url.hostname };
}

function seconds(settings: Settings, name: string, preset: number): number {
  const text = settings[name]?.trim();
  if (text === undefined || text === "") return preset * 1000;
  const value = Number(text);
  // Timers cannot wait longer than about 24 days.
  if (!Number.isFinite(value) || value <= 0 || value > 86_400)
    throw wrong(`${name} must be a number of seconds above 0.`);
  return Math.max(1, Math.round(value * 1000));
}

function proxyOf(settings: Settings): JevConfig["proxy"] {
  const read = (name: string): string => settings[name.toLowerCase()] ?? settings[name] ?? "";
  const https = read("HTTPS_PROXY");
  const http = read("HTTP_PROXY");
  if (https === "" && http === "") return undefined;
  for (const [name, url] of [
    ["HTTPS_PROXY", https],
    ["HTTP_PROXY", http],
  ] as const) {
    if (url !== "" && !/^https?:\/\/[^\s]+$/i.test(url))
      throw wrong(`${name} is not the http or https URL of a proxy.`);
    if (url !== "" && !URL.canParse(url)) throw wrong(`${name} is not the http or https URL of a proxy.`);
  }
  return { https, http, none: read("NO_PROXY") };
}

function wrong(message: string): JevFailure {
  return new JevFailure({ kind: "config", retryable: false, message });
}
