declare module "x11/lib/handshake.js" {
  import type { Bytes, Setup } from "./setup.js";

  /** The library looks its reader up here at every connection. */
  const handshake: {
    readServerHello: (bytes: Bytes, done: (error: Error | null, setup?: Setup) => void) => void;
  };
  export default handshake;
}

/**
 * The part of the npm package "x11" (4.2) that is used; it ships no types of its own. Requests and replies are packed
 * and read here, by the protocol's own layouts, so only its connection is needed: set-up, numbering, and the sorting of
 * replies, errors and events. Its own extensions use the same parts of it (lib/ext/*.js).
 */
declare module "x11" {
  import type { Socket } from "node:net";

  export interface XErrorReply extends Error {
    /** Number of the error. Source: X11 protocol, appendix B. */
    readonly error?: number;
  }

  /** Reads a reply. `data` starts at the reply's ninth byte, `detail` is its second byte. */
  export type Unpack<T> = (data: Buffer, detail: number) => T;

  /**
   * Called once with the server's answer. Must return true: otherwise the client emits the error again, as one nobody
   * took care of.
   */
  export type Reply<T> = (error: XErrorReply | null | undefined, value?: T) => true;

  export interface XEvent {
    /** All bytes as they came, 32 or more. */
    readonly rawData?: Buffer;
  }

  export interface XClient {
    /** Number of the last request sent. */
    seq_num: number;
    /** Who waits for the answer of which request. Without an unpacker the request has no reply, only perhaps an error. */
    readonly replies: Record<number, readonly [Unpack<unknown> | undefined, (...answer: never[]) => true]>;
    readonly pack_stream: { put(request: Buffer): void; submit(expectsReply: boolean): void };
    /** Called for every packet; goes through all of `replies` to tell requests without a reply that they succeeded. */
    _sweepVoid: (upTo: number) => void;
    AllocID(): number;
    ReleaseID(id: number): void;
    on(event: "event", listener: (event: XEvent) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
  }

  export interface XVisual {
    readonly vid: number;
    readonly class: number;
    readonly red_mask: number;
    readonly green_mask: number;
    readonly blue_mask: number;
  }

  export interface XScreen {
    readonly root: number;
    readonly root_visual: number;
    readonly pixel_width: number;
    readonly pixel_height: number;
    readonly depths: Readonly<Record<string, Readonly<Record<string, XVisual>>>>;
  }

  export interface XDisplay {
    readonly client: XClient;
    /** How the server orders the bytes of a pixel: 0 lowest first, 1 highest first. Numbers are always lowest first. */
    readonly image_byte_order: number;
    /** Bits of a resource number that its client chose itself. */
    readonly resource_mask: number;
    readonly min_keycode: number;
    readonly max_keycode: number;
    readonly format: Readonly<Record<string, { readonly bits_per_pixel: number; readonly scanline_pad: number }>>;
    readonly screen: readonly XScreen[];
  }

  interface X11 {
    /** Throws when `display` is not the name of a display. */
    parseDisplay(display: string): {
      readonly protocol: string;
      readonly host: string;
      readonly displayNum: string | number;
      readonly screenNum: string | number;
    };
    createClient(
      options: {
        display: string;
        stream: Socket;
        /** Present but undefined: read the cookie from the Xauthority file. */
        auth: undefined;
        disableBigRequests: true;
        /** Sends what was asked for in one turn of the event loop in one piece. */
        bufferRequests: { flushOnReply: false };
      },
      ready: (error: Error | null | undefined, display?: XDisplay) => void,
    ): XClient;
  }

  const x11: X11;
  export default x11;
}
