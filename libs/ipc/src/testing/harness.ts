import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acts, commonMethods, decode, defaultMaxFrameBytes, encode, reads } from "@beans-picker/protocol";
import type { ErrorFacts } from "@beans-picker/shared";
import { CodedError } from "@beans-picker/shared";
import { onTestFinished } from "vitest";
import { Dealer } from "zeromq";
import { z } from "zod";
import type { Handlers, ServeOptions, Service } from "../contract-types.js";
import { createLogger } from "../log.js";
import { serve } from "../service.js";

export const silent = createLogger("test", "silent");

export const testContract = {
  role: "fixture",
  methods: {
    ...commonMethods,
    echo: reads(
      z.object({ text: z.string(), kind: z.enum(["plain", "loud"]).optional() }),
      z.object({ text: z.string() }),
    ),
    bytes: reads(z.object({ count: z.int().min(0) }), z.object({ bytes: z.instanceof(Uint8Array) })),
    press: acts(z.object({}), z.object({ pressed: z.int() })),
    look: reads(z.object({}), z.object({})),
  },
  events: { tick: z.object({ n: z.number() }), tock: z.object({ text: z.string() }) },
} as const;
export type TestContract = typeof testContract;

/** A new private directory, removed with the test. */
export function tempDir(): string {
  const path = mkdtempSync(join(tmpdir(), "bp-ipc-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function addressesIn(dir: string): { address: string; eventsAddress: string } {
  return { address: `ipc://${dir}/fixture.sock`, eventsAddress: `ipc://${dir}/fixture.events` };
}

export const plainHandlers: Handlers<TestContract> = {
  echo: ({ text }) => Promise.resolve({ text }),
  bytes: ({ count }) => Promise.resolve({ bytes: new Uint8Array(count) }),
  press: () => Promise.resolve({ pressed: 1 }),
  look: () => Promise.resolve({}),
};

export async function startService(
  dir: string,
  handlers: Partial<Handlers<TestContract>> = {},
  more: Partial<ServeOptions<TestContract>> = {},
): Promise<Service<TestContract>> {
  const service = await serve({
    contract: testContract,
    ...addressesIn(dir),
    handlers: { ...plainHandlers, ...handlers },
    build: "test",
    capabilities: ["echo"],
    log: silent,
    ...more,
  });
  onTestFinished(() => service.close());
  return service;
}

/** A peer without our client: it sends whatever bytes it is told to. */
export class RawPeer {
  readonly dealer: Dealer;

  constructor(address: string, more: { readonly receiveHighWaterMark?: number } = {}) {
    this.dealer = new Dealer({ linger: 0, receiveTimeout: 5_000, ...more });
    this.dealer.connect(address);
    onTestFinished(() => this.dealer.close());
  }

  async send(...parts: Uint8Array[]): Promise<void> {
    await this.dealer.send(parts);
  }

  async sendFrame(frame: unknown): Promise<void> {
    const encoded = encode(frame, defaultMaxFrameBytes);
    if (!encoded.ok) throw new Error(encoded.reason);
    await this.send(encoded.bytes);
  }

  async receive(): Promise<unknown> {
    const [bytes] = await this.dealer.receive();
    const decoded = decode(bytes ?? new Uint8Array(), defaultMaxFrameBytes);
    if (!decoded.ok) throw new Error(decoded.reason);
    return decoded.value;
  }

  async ask(frame: unknown): Promise<unknown> {
    await this.sendFrame(frame);
    return await this.receive();
  }
}

/** The facts of the CodedError that a promise rejects with; fails when it resolves or rejects otherwise. */
export async function refusalOf(promise: Promise<unknown>): Promise<ErrorFacts> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CodedError) return error.facts;
    throw error;
  }
  throw new Error("the promise resolved");
}

/** Waits until a condition holds; fails after `deadlineMs`. */
export async function until(condition: () => boolean | Promise<boolean>, deadlineMs = 5_000): Promise<void> {
  const giveUpAt = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error("the condition did not come true in time");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

export function deferred<T>(): Deferred<T> {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}
