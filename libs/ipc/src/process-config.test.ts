import { describe, expect, it } from "vitest";
import { childEnv } from "./child-env.js";
import { processConfig } from "./process-config.js";

const at = { address: "ipc:///run/a.sock", eventsAddress: "ipc:///run/a.events" };

describe("a process's configuration", () => {
  it("is what the supervisor put into the environment", () => {
    const peers = { desktop: { address: "ipc:///run/d.sock", eventsAddress: "ipc:///run/d.events" } };
    expect(processConfig(childEnv({}, "verifier", {}, at, peers), [])).toEqual({ ...at, peers, supervised: true });
  });

  it("is taken from the command line when the process is started alone, whatever other options it has", () => {
    const args = ["watch", "--address", "ipc:///x", "--json", "--events=ipc:///y"];
    expect(processConfig({ BEANS_PICKER_ADDRESS: "ipc:///other" }, args)).toEqual({
      address: "ipc:///x",
      eventsAddress: "ipc:///y",
      peers: {},
      supervised: false,
    });
    expect(processConfig({}, ["--address", "ipc:///x"]).eventsAddress).toBe("ipc:///x.events");
  });

  it("is refused without an address or with peers that are not a table", () => {
    expect(() => processConfig({}, [])).toThrow(/--address/);
    for (const peers of ["nonsense", "[]", '{"desktop": "ipc:///x"}']) {
      expect(() => processConfig({ BEANS_PICKER_ADDRESS: "ipc:///x", BEANS_PICKER_PEERS: peers }, [])).toThrow(/peers/);
    }
  });
});

describe("a child's environment", () => {
  it("has the service's keys for the ranker only, even when its settings name them [ipc.keys]", () => {
    const own = { PATH: "/bin", JEV_API_KEY: "k1", TYPESAFE_API_KEY: "k2" };
    expect(childEnv(own, "ranker", {}, at, {})).toMatchObject(own);
    for (const role of ["desktop", "verifier", "watcher"]) {
      const env = childEnv(own, role, { JEV_API_KEY: "k3", DISPLAY: ":9" }, at, {});
      expect(env).toMatchObject({ PATH: "/bin", DISPLAY: ":9", BEANS_PICKER_ADDRESS: at.address });
      expect(Object.keys(env)).not.toContain("JEV_API_KEY");
      expect(Object.keys(env)).not.toContain("TYPESAFE_API_KEY");
    }
  });
});
