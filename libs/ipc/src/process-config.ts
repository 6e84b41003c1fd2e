import { parseArgs } from "node:util";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import type { PeerAddress } from "./child-env.js";

export interface ProcessConfig extends PeerAddress {
  readonly peers: Readonly<Record<string, PeerAddress>>;
  /** True when a supervisor started the process, which then owns the directory of its sockets together with the others. */
  readonly supervised: boolean;
}

const peerTable = z.record(z.string(), z.object({ address: z.string(), eventsAddress: z.string() }));

/**
 * Where a process serves and whom it may call. The command line (`--address`, `--events`, `--peers`) is for a process that
 * is started alone and wins over the environment (`BEANS_PICKER_ADDRESS`, `BEANS_PICKER_EVENTS`, `BEANS_PICKER_PEERS`).
 */
export function processConfig(env: NodeJS.ProcessEnv, args: readonly string[]): ProcessConfig {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { address: text, events: text, peers: text },
  });
  const given = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  const alone = given(values["address"]);
  const address = alone ?? given(env["BEANS_PICKER_ADDRESS"]);
  if (address === undefined) {
    throw new CodedError(
      "bad_arguments",
      "No address to serve at: give --address ipc:///absolute/path (and --events).",
    );
  }
  const fromEnv = alone === undefined ? given(env["BEANS_PICKER_EVENTS"]) : undefined;
  return {
    address,
    eventsAddress: given(values["events"]) ?? fromEnv ?? `${address}.events`,
    peers: parsePeers(given(values["peers"]) ?? given(env["BEANS_PICKER_PEERS"])),
    supervised: alone === undefined,
  };
}

function parsePeers(text: string | undefined): Readonly<Record<string, PeerAddress>> {
  if (text === undefined) return {};
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const parsed = peerTable.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new CodedError("bad_arguments", "The peers are not a JSON object of role to {address, eventsAddress}.");
}
