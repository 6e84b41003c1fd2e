import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serverClock } from "./active.js";

describe("the server's times on the local clock", () => {
  it("keep their order when the earlier one is put last, however late the events came", () => {
    const event = fc.record({ after: fc.nat(50), latency: fc.nat(500) });
    fc.assert(
      fc.property(fc.array(event, { minLength: 2 }), (events) => {
        let local = 0;
        let server = 1_000;
        const toLocal = serverClock(() => local);
        const seen: { serverMs: number; localMs: number }[] = [];
        for (const { after, latency } of events) {
          server += after;
          // Events come in order: the connection is one stream.
          local = Math.max(local, server - 700 + latency);
          seen.push({ serverMs: server, localMs: toLocal(server) });
          for (const { serverMs } of seen) {
            for (const later of seen.filter((one) => one.serverMs >= serverMs)) {
              expect(toLocal(serverMs)).toBeLessThanOrEqual(later.localMs);
            }
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
