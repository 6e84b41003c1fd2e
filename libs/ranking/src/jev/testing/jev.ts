import type { JevServer, JevServerOptions } from "@beans-picker/jev-server";
import { startJevServer } from "@beans-picker/jev-server";
import { createJevClient, type JevClient, type JevClientOptions, type Sent } from "../client.js";
import type { JevConfig } from "../config.js";
import type { Offered } from "../http/response.js";

export interface Bench {
  readonly server: JevServer;
  readonly client: JevClient;
  /** Waits between attempts, in milliseconds; the clock is put forward instead of waiting. */
  readonly waits: number[];
  readonly sent: Sent[];
  close(): Promise<void>;
}

export function configFor(server: Pick<JevServer, "url" | "ca">, more: Partial<JevConfig> = {}): JevConfig {
  return {
    key: "test-key",
    origin: server.url,
    path: "/v1/systemone",
    model: "jev-latest",
    connectMs: 5_000,
    totalMs: 20_000,
    withhold: false,
    ...(server.ca !== "" && { ca: server.ca }),
    ...more,
  };
}

/** A client and a TLS server of its own on the loopback. */
export async function startBench(
  config: Partial<JevConfig> = {},
  options: JevServerOptions = {},
  more: Partial<JevClientOptions> = {},
): Promise<Bench> {
  const server = await startJevServer(options);
  const waits: number[] = [];
  const sent: Sent[] = [];
  const client = createJevClient({
    config: configFor(server, config),
    agent: "beans-picker-test",
    random: () => 0,
    now: () => Date.now() + waits.reduce((sum, ms) => sum + ms, 0),
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    onSent: (about) => sent.push(about),
    ...more,
  });
  return {
    server,
    client,
    waits,
    sent,
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}

export const labels = ["o0", "o1", "o2", "none"] as const;

/** A request with one choice among `options`, and what it offers. */
export function choiceBody(options: readonly string[] = labels): { body: string; offered: Offered } {
  const criteria = Object.fromEntries(options.map((label, at) => [label, { action: `press button ${at}` }]));
  return {
    body: JSON.stringify({
      model: "jev-latest",
      state: { instruction: "press button 1" },
      questions: { pick: { type: "choice", instructions: "Which?", criteria } },
    }),
    offered: new Map([["pick", new Set(options)]]),
  };
}
