import {
  commonMethods,
  compatible,
  defaultMaxFrameBytes,
  protocolVersion,
  type Contract,
  type Hello,
  type MethodTable,
} from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { Dealer, Subscriber } from "zeromq";
import { socketPath } from "./address.js";
import { Connection } from "./connection.js";
import type { Client, ConnectOptions } from "./contract-types.js";
import { EventStream, listen } from "./event-stream.js";
import type { Logger } from "./log.js";
import { openSocket, type Connecting } from "./open-socket.js";
import { describeIssues } from "./replies.js";
import { dealerOptions, subscriberOptions } from "./socket-options.js";
import { parseWith } from "./typed-parse.js";

/** A checked connection to a process of some role, without its types. */
export interface Link {
  readonly hello: Hello;
  readonly connection: Connection;
  /** Undefined when the link was opened without an events address. */
  readonly events: EventStream | undefined;
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects to the process that serves `contract`. Keeps trying until `deadlineMs`, so the process may still be starting.
 * Rejects with `protocol_mismatch` when it is of another major version or role, `connection_closed` when none answered.
 */
export async function connect<C extends Contract>(options: ConnectOptions<C>): Promise<Client<C>> {
  const stream = new EventStream(options.maxFrameBytes ?? defaultMaxFrameBytes);
  return clientOf(options.contract, await openLink(options, stream), options.log);
}

/** Puts a contract's types on a link. Closing the client closes the link. */
export function clientOf<C extends Contract>(contract: C, link: Link, log: Logger): Client<C> {
  const methods: C["methods"] = contract.methods;
  const table: MethodTable = methods;
  return {
    hello: link.hello,
    closed: link.closed,
    close: () => link.close(),
    async call(method, params, options) {
      const name = String(method);
      const definition = methods[method];
      if (definition === undefined || !Object.hasOwn(table, name)) {
        throw new CodedError("unknown_method", "The contract has no such method; nothing was sent.", {
          delivery: "not_delivered",
        });
      }
      const given = definition.params.safeParse(params);
      if (!given.success) {
        const message = `Nothing was sent: ${describeIssues(given.error, "parameter")}.`;
        throw new CodedError("bad_params", message, { delivery: "not_delivered", retry: false });
      }
      const answer = await link.connection.request(name, definition.effects, given.data, options);
      const schema: C["methods"][typeof method]["result"] = definition.result;
      const result = parseWith(schema, answer);
      if (result.success) return result.data;
      throw new CodedError(
        "frame_malformed",
        `The answer breaks the contract: ${describeIssues(result.error, "result")}.`,
        {
          delivery: definition.effects === "acts" ? "uncertain" : "not_delivered",
          retry: false,
        },
      );
    },
    subscribe(topic, listener) {
      if (link.events === undefined)
        throw new CodedError("bad_params", "The client was opened without an events address.");
      return listen(link.events, contract, log, topic, listener);
    },
  };
}

/** Opens the sockets and exchanges hellos. Events are joined first, so that from the hello on a lost one is noticed. */
export async function openLink(options: ConnectOptions<Contract>, stream: EventStream): Promise<Link> {
  const { address, eventsAddress, signal, log } = options;
  const maxBytes = options.maxFrameBytes ?? defaultMaxFrameBytes;
  const giveUpAt = performance.now() + options.deadlineMs;
  socketPath(address);
  if (eventsAddress !== undefined) socketPath(eventsAddress);
  for (;;) {
    const events =
      eventsAddress === undefined
        ? undefined
        : await joinEvents({ address: eventsAddress, giveUpAt, signal }, maxBytes);
    let connection: Connection | undefined;
    try {
      const dealer = await openSocket(() => new Dealer(dealerOptions(maxBytes)), { address, giveUpAt, signal });
      connection = new Connection(dealer, log, maxBytes);
      const hello = await greet(connection, options, giveUpAt);
      stream.connected(hello.pid);
      return link(hello, connection, events, stream);
    } catch (error) {
      connection?.close();
      events?.close();
      // The peer went away during the hello, as a process does that is replaced: the next one may stay.
      const gone = error instanceof CodedError && error.code === "connection_closed" && performance.now() < giveUpAt;
      if (!gone) throw error;
    }
  }
}

interface EventsSocket {
  readonly socket: Subscriber;
  readonly lost: Promise<void>;
  /** What the publisher sent first, which proves that it knows of the subscription. */
  readonly first: Uint8Array | undefined;
  close(): void;
}

/** Longest wait for a publisher that does not confirm subscriptions, in milliseconds. */
const confirmationMs = 500;

async function joinEvents(connecting: Connecting, maxBytes: number): Promise<EventsSocket> {
  const create = (): Subscriber => {
    const socket = new Subscriber(subscriberOptions(maxBytes));
    // All topics: the sequence number counts them together, and only a full view shows a gap.
    socket.subscribe();
    return socket;
  };
  const { socket, lost } = await openSocket(create, connecting);
  const wait = Math.min(confirmationMs, Math.max(connecting.giveUpAt - performance.now(), 1));
  socket.receiveTimeout = Math.ceil(wait);
  const first = await socket.receive().then(
    ([bytes]) => bytes,
    () => undefined,
  );
  socket.receiveTimeout = -1;
  return { socket, lost, first, close: () => socket.close() };
}

async function greet(connection: Connection, options: ConnectOptions<Contract>, giveUpAt: number): Promise<Hello> {
  const { contract, build, signal } = options;
  const left = Math.max(giveUpAt - performance.now(), 1);
  const params = { role: contract.role, version: protocolVersion, build };
  const answer = await connection.request("hello", "reads", params, {
    deadlineMs: left,
    ...(signal === undefined ? {} : { signal }),
  });
  const hello = commonMethods.hello.result.safeParse(answer);
  if (!hello.success) {
    throw new CodedError("frame_malformed", `The hello breaks the contract: ${describeIssues(hello.error, "result")}.`);
  }
  const verdict = compatible(protocolVersion, hello.data.version);
  if (!verdict.ok) throw new CodedError("protocol_mismatch", `The connection was given up: ${verdict.reason}.`);
  if (hello.data.role !== contract.role) {
    throw new CodedError(
      "protocol_mismatch",
      `The connection was given up: the process is not the ${contract.role} process.`,
    );
  }
  return hello.data;
}

function link(hello: Hello, connection: Connection, events: EventsSocket | undefined, stream: EventStream): Link {
  if (events !== undefined) {
    if (events.first !== undefined) stream.receive(events.first);
    void readEvents(events.socket, stream);
    // Both sockets belong to one process: losing either means that it is gone.
    void events.lost.then(() => connection.close());
    void connection.closed.then(() => events.close());
  }
  return {
    hello,
    connection,
    events: events === undefined ? undefined : stream,
    closed: connection.closed,
    async close() {
      connection.close();
      await connection.closed;
    },
  };
}

async function readEvents(socket: Subscriber, stream: EventStream): Promise<void> {
  try {
    for await (const [bytes, ...more] of socket) {
      if (bytes !== undefined && more.length === 0) stream.receive(bytes);
    }
  } catch {
    // The socket was closed while it waited; `lost` tells the client.
  }
}
