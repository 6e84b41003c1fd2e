/** The part of the npm package "x11" (4.2) that is used; it ships no types of its own. */
declare module "x11" {
  import type { Socket } from "node:net";

  /**
   * Called once with the server's answer. Must return true: otherwise the client emits the error again, as one nobody
   * took care of.
   */
  export type Reply<T> = (error: Error | null | undefined, value?: T) => boolean;

  export interface PropertyReply {
    readonly type: number;
    /** Bits of one element: 8, 16 or 32; 0 when the window has no such property. */
    readonly format: number;
    readonly data: Buffer;
  }

  export interface ClientIds {
    readonly value: readonly number[];
  }

  export interface ResourceExtension {
    readonly ClientIdMask: { readonly LocalClientPID: number };
    QueryClientIds(specs: readonly { client: number; mask: number }[], reply: Reply<readonly ClientIds[]>): void;
  }

  export interface XEvent {
    readonly name?: string;
    readonly wid?: number;
    readonly atom?: number;
  }

  export interface XClient {
    /** Names already asked for. The library starts every connection with one table that all of them share. */
    atoms: Record<string, number>;
    ChangeWindowAttributes(window: number, values: { eventMask: number }): void;
    GetProperty(
      remove: 0,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      reply: Reply<PropertyReply>,
    ): void;
    InternAtom(onlyIfExists: boolean, name: string, reply: Reply<number>): void;
    require(name: "res", done: (error: Error | null | undefined, extension?: ResourceExtension) => void): void;
    on(event: "event", listener: (event: XEvent) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
  }

  export interface XDisplay {
    readonly client: XClient;
    readonly screen: readonly { readonly root: number }[];
  }

  interface X11 {
    readonly eventMask: { readonly PropertyChange: number };
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
      },
      ready: (error: Error | null | undefined, display?: XDisplay) => void,
    ): XClient;
  }

  const x11: X11;
  export default x11;
}
