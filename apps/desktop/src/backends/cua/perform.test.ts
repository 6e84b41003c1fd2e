import { createLogger } from "@beans-picker/ipc";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linuxLook } from "../../testing/driver-state.js";
import { ample } from "../../testing/scripted.js";
import { CuaDriver } from "./driver.js";
import { performSteps } from "./perform.js";
import { TransportFailure, type DriverReply, type DriverTransport, type FailureKind } from "./transport.js";

const reply = (parts: Partial<DriverReply>): DriverReply => ({
  structured: null,
  text: "",
  images: [],
  isError: false,
  code: null,
  ...parts,
});

/** What a driver can do with a call, and whether the app may have felt it. */
const behaviours = {
  accepts: { answer: reply({ structured: { effect: "unverifiable", route: "accessibility" } }), felt: true },
  lies: { answer: reply({ structured: { effect: "confirmed", route: "global_input" } }), felt: true },
  refuses: { answer: reply({ isError: true, structured: { code: "background_unavailable" } }), felt: false },
  stale: {
    answer: reply({ structured: { status: "refused", refusal: { code: "stale_element_token" } } }),
    felt: false,
  },
  ended: { answer: reply({ isError: true, structured: { refusal: { code: "session_ended" } } }), felt: false },
  fails: { answer: reply({ isError: true, structured: { code: "delivery_failed" } }), felt: true },
  dies: { failure: "lost", felt: true },
  hangs: { failure: "timeout", felt: true },
  unreachable: { failure: "not_sent", felt: false },
  garbles: { failure: "protocol", felt: true },
} as const satisfies Record<string, { answer?: DriverReply; failure?: FailureKind; felt: boolean }>;
type Behaviour = keyof typeof behaviours;

/** A connection that behaves as told, call by call; a stand-in, because no driver can be made to do all this on demand. */
function connectionOf(script: Behaviour[], felt: string[]): () => Promise<DriverTransport> {
  return () => {
    let markClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (markClosed = resolve));
    const transport: DriverTransport = {
      name: "test",
      driverVersion: null,
      closed,
      listTools: () => Promise.resolve(["first", "second", "start_session"].map((name) => ({ name, inputSchema: {} }))),
      call: (tool) => {
        if (tool === "start_session") return Promise.resolve(reply({}));
        const behaviour = behaviours[script.shift() ?? "accepts"];
        if (behaviour.felt) felt.push(tool);
        if ("answer" in behaviour) return Promise.resolve(behaviour.answer);
        if (behaviour.failure === "lost" || behaviour.failure === "not_sent") markClosed();
        return Promise.reject(new TransportFailure(behaviour.failure, "as told"));
      },
      close: () => Promise.resolve(),
    };
    return Promise.resolve(transport);
  };
}

describe("carrying an action out", () => {
  it("never lets the app feel a call twice, and never calls undone what it may have felt [perform.once]", async () => {
    const names = Object.keys(behaviours).filter((name): name is Behaviour => name in behaviours);
    const script = fc.array(fc.constantFrom(...names), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(script, fc.constantFrom("always" as const, "when_stale" as const), async (told, relook) => {
        const felt: string[] = [];
        const log = createLogger("test", "silent");
        const driver = new CuaDriver({ open: connectionOf([...told], felt), timeoutMs: 1_000, log });
        const look = () => Promise.resolve(linuxLook([]));
        const plan = () => ({ ok: true as const, calls: ["first", "second"].map((tool) => ({ tool, args: {} })) });
        const performed = await performSteps({ driver, look, plan, relook }, ample()).catch(() => undefined);

        expect(felt.filter((tool) => tool === "first").length).toBeLessThanOrEqual(1);
        expect(felt.filter((tool) => tool === "second").length).toBeLessThanOrEqual(1);
        if (performed === undefined || performed.delivery === "not_delivered") expect(felt).toEqual([]);
        if (performed?.delivery === "delivered") expect(felt).toEqual(["first", "second"]);
        await driver.close();
      }),
      { numRuns: 300 },
    );
  });
});
