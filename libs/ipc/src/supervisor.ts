import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Contract } from "@beans-picker/protocol";
import { socketPath } from "./address.js";
import { Child, type ChildEntry, type ChildStatus } from "./child.js";
import { childEnv, type PeerAddress } from "./child-env.js";
import { clientOf } from "./client.js";
import type { Client } from "./contract-types.js";
import { errorKind, type Logger } from "./log.js";
import { chooseBase, createRuntimeDir, runtimeDirSource } from "./runtime-dir.js";
import { unavailable } from "./unavailable.js";

export interface ChildSpec<C extends Contract> {
  readonly contract: C;
  /**
   * What to start: the absolute path of a JavaScript file that calls `runProcess`, or a program of any language with its
   * arguments. A program finds its sockets in `BEANS_PICKER_ADDRESS` and `BEANS_PICKER_EVENTS`, ends when its standard
   * input does, and logs JSON lines to standard error.
   */
  readonly entry: ChildEntry;
  readonly env?: Readonly<Record<string, string>>;
  /** Roles of this supervisor that the child calls. */
  readonly peers?: readonly string[];
}

export interface Supervisor<T extends Record<string, ChildSpec<Contract>>> {
  /** Starts all children at once and returns without waiting. */
  start(): void;
  /**
   * The connection to a child, once it is ready; waits for a start or restart, at most 15 s. Rejects with the role's
   * `…_unavailable` code. The connection is shared and belongs to the supervisor: its `close` does nothing.
   */
  client<R extends keyof T>(role: R, signal?: AbortSignal): Promise<Client<T[R]["contract"]>>;
  pid(role: keyof T): number | undefined;
  /** Where a child serves, for those who join it on their own. */
  address(role: keyof T): PeerAddress | undefined;
  status(): Record<string, ChildStatus>;
  on(event: "ready" | "lost", listener: (role: string) => void): () => void;
  /** Ends every child within 2 s and removes the runtime directory. */
  stop(): Promise<void>;
}

export interface SupervisorOptions<T extends Record<string, ChildSpec<Contract>>> {
  readonly children: T;
  readonly log: Logger;
  readonly build: string;
  /** Directory for the runtime directories; chosen from the environment when absent. */
  readonly base?: string;
  /** Environment that the children inherit; `process.env` when absent. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Prepares the processes of `children` in a private runtime directory. Nothing runs before `start` or `client`.
 * Rejects with `runtime_dir_unsafe`.
 */
export function createSupervisor<T extends Record<string, ChildSpec<Contract>>>(
  options: SupervisorOptions<T>,
): Promise<Supervisor<T>> {
  return new Promise((resolve) => {
    resolve(prepare(options));
  });
}

function prepare<T extends Record<string, ChildSpec<Contract>>>(options: SupervisorOptions<T>): Supervisor<T> {
  const { log, build } = options;
  const specs: T = options.children;
  const env = options.env ?? process.env;
  const source = { ...runtimeDirSource(randomBytes(3).toString("hex")), env };
  const dir = createRuntimeDir(options.base ?? chooseBase(source), source);
  const addresses: Record<string, PeerAddress> = {};
  for (const role of Object.keys(specs)) {
    addresses[role] = {
      address: `ipc://${join(dir.path, role)}.sock`,
      eventsAddress: `ipc://${join(dir.path, role)}.events`,
    };
  }
  const listeners = { ready: new Set<(role: string) => void>(), lost: new Set<(role: string) => void>() };
  const tell = (event: "ready" | "lost", role: string): void => {
    for (const listener of [...listeners[event]]) {
      try {
        listener(role);
      } catch (error) {
        log.error(errorKind(error), "a supervisor's listener failed");
      }
    }
  };
  const children = new Map<string, Child>();
  try {
    for (const [role, spec] of Object.entries<ChildSpec<Contract>>(specs)) {
      const at = addresses[role];
      if (at === undefined) continue;
      socketPath(at.address);
      socketPath(at.eventsAddress);
      const peers = Object.fromEntries(
        (spec.peers ?? []).flatMap((peer) => {
          const address = addresses[peer];
          return address === undefined ? [] : [[peer, address] as const];
        }),
      );
      const child = new Child({
        role,
        contract: spec.contract,
        entry: spec.entry,
        env: childEnv(env, role, spec.env ?? {}, at, peers),
        at,
        build,
        log: log.child({ process: role }),
        prepare: () => dir.ensure(),
        onReady: () => tell("ready", role),
        onLost: () => tell("lost", role),
      });
      children.set(role, child);
    }
  } catch (error) {
    dir.remove();
    throw error;
  }
  let stopping: Promise<void> | undefined;

  return {
    start() {
      for (const child of children.values()) child.start();
    },
    async client(role, signal) {
      const child = children.get(String(role));
      if (child === undefined) throw unavailable(String(role), "this supervisor has no such child");
      const link = await child.link(signal);
      const contract = contractOf(specs, role);
      return { ...clientOf(contract, link, log), close: () => Promise.resolve() };
    },
    pid: (role) => children.get(String(role))?.pid,
    address: (role) => addresses[String(role)],
    status: () => Object.fromEntries([...children].map(([role, child]) => [role, child.status])),
    on(event, listener) {
      listeners[event].add(listener);
      return () => listeners[event].delete(listener);
    },
    stop() {
      stopping ??= Promise.all([...children.values()].map((child) => child.stop())).then(() => dir.remove());
      return stopping;
    },
  };
}

function contractOf<T extends Record<string, ChildSpec<Contract>>, R extends keyof T>(
  specs: T,
  role: R,
): T[R]["contract"] {
  const spec: Partial<T>[R] = specs[role];
  if (spec === undefined) throw unavailable(String(role), "this supervisor has no such child");
  return spec.contract;
}
