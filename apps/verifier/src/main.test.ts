import { fileURLToPath } from "node:url";
import { verifierContract } from "@beans-picker/protocol";
import { describe, expect, it } from "vitest";
import { handles, picture } from "./testing/pictures.js";
import { startAlone } from "@beans-picker/ipc/alone";
import { scriptedDesktop } from "./testing/scripted-desktop.js";

const entry = fileURLToPath(new URL("../dist/main.js", import.meta.url));

const owner = "owner-of-the-snapshots-1";

describe("the verifier process", () => {
  it.each(["SIGTERM", "stdin"] as const)(
    "judges through its peer and ends on %s without leaving a socket [process.ends]",
    async (how) => {
      const peers = (dir: string) => ({
        desktop: { address: `ipc://${dir}/d`, eventsAddress: `ipc://${dir}/d.events` },
      });
      const running = await startAlone(verifierContract, entry, {
        args: (dir) => ["--peers", JSON.stringify(peers(dir))],
      });
      const script = { owner, before: picture(), later: () => picture({ wifi: true }) };
      const desktop = await scriptedDesktop(`ipc://${running.dir}/d`, script);
      try {
        const { client } = running;
        const options = { deadlineMs: 10_000 };
        const action = { kind: "toggle", handle: handles.wifi } as const;
        const { watchId } = await client.call("watch.begin", { owner, snapshotId: "before", action }, options);
        const { verdict } = await client.call("watch.judge", { owner, watchId }, options);
        expect(verdict.effect).toBe("done");
      } finally {
        await desktop.close();
        expect(await running.end(how)).toEqual({ code: 0, socketLeft: false });
      }
    },
  );
});
