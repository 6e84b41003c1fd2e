import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startAlone } from "@beans-picker/ipc/alone";
import { startJevServer } from "@beans-picker/jev-server";
import { rankerContract } from "@beans-picker/protocol";
import type { RankOption, RankRequest } from "@beans-picker/ranking";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseEgress } from "./record/egress.js";

const entry = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const calls = { deadlineMs: 20_000 };

const option = (id: string, label: string): RankOption => ({
  id,
  kind: "click",
  does: `press "${label}"`,
  facts: { role: "button", label, rawLabel: label, within: [], inWeb: false },
});
const request: RankRequest = {
  instruction: "blorp the wug",
  window: { app: "Editor", title: "Secret plans", modal: null },
  options: [option("c1", "Quux"), option("c2", "Frotz"), option("c3", "Xyzzy")],
};

/** The compiled process, with a real TLS server that stands for Jev. */
describe("the ranker process with a key", () => {
  let dir: string;
  let env: NodeJS.ProcessEnv;
  let server: Awaited<ReturnType<typeof startJevServer>>;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "bp-jev-"));
    server = await startJevServer({
      judge: (_, asked) =>
        asked.type === "choice"
          ? Object.fromEntries(
              Object.entries(asked.criteria).map(([id, text]) => [id, JSON.stringify(text).includes("Frotz") ? 20 : 1]),
            )
          : {},
    });
    writeFileSync(join(dir, "ca.pem"), server.ca);
    env = {
      HOME: dir,
      XDG_CONFIG_HOME: dir,
      XDG_CACHE_HOME: dir,
      XDG_STATE_HOME: dir,
      NODE_EXTRA_CA_CERTS: join(dir, "ca.pem"),
      TYPESAFE_BASE_URL: server.url,
      JEV_API_KEY: "test-key",
      TYPESAFE_API_KEY: "",
      BEANS_PICKER_RANKER: "auto",
    };
  });
  afterEach(async () => {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it("asks Jev when the local ranker is not sure, and records what left by size and kind [jev.egress] [rank.auto]", async () => {
    const running = await startAlone(rankerContract, entry, { env });
    expect(running.client.hello.capabilities).toEqual(["rank", "ranker:auto", "jev", "memory"]);
    const { ranking, decision } = await running.client.call("rank", request, calls);
    expect(decision).toMatchObject({ outcome: "pick", id: "c2" });
    expect(ranking.ranker).toBe("jev");
    await running.end("SIGTERM");
    const path = join(dir, "beans-picker", "egress.jsonl");
    expect(statSync(path).mode & 0o077).toBe(0);
    const text = readFileSync(path, "utf8");
    expect(parseEgress(text)).toMatchObject([
      { status: 200, host: new URL(server.url).host, contents: { options: 3 } },
    ]);
    expect(text).not.toMatch(/Frotz|wug|Secret|test-key/);
  });

  it("logs no word of the screen, of the instruction or of the key, however much is logged (row 44)", async () => {
    const script = `
      import { startAlone } from "@beans-picker/ipc/alone";
      import { rankerContract } from "@beans-picker/protocol";
      const running = await startAlone(rankerContract, ${JSON.stringify(entry)}, { env: process.env });
      await running.client.call("rank", ${JSON.stringify(request)}, { deadlineMs: 20000 });
      await running.end("SIGTERM");`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      env: { ...process.env, ...env, BEANS_PICKER_LOG_LEVEL: "debug" },
    });
    expect(server.received).toHaveLength(1);
    expect(stderr).toContain('"name":"ranker"');
    expect(stdout + stderr).not.toMatch(/Frotz|wug|Secret|test-key/);
  });

  it("tries what was verified first, sends nothing for it, and forgets it when it fails, over restarts [rank.cache]", async () => {
    const chosen = option("c3", "Xyzzy");
    const outcome = {
      app: "Editor",
      instruction: request.instruction,
      withText: false,
      option: chosen,
      destructive: false,
    };
    const first = await startAlone(rankerContract, entry, { env });
    await first.client.call("settle", { ...outcome, done: true }, calls);
    await first.end("SIGTERM");
    const again = await startAlone(rankerContract, entry, { env });
    const found = await again.client.call("rank", request, calls);
    expect(found.decision).toMatchObject({ outcome: "pick", id: "c3", rule: "remembered" });
    expect(server.received).toEqual([]);
    await again.client.call("settle", { ...outcome, done: false }, calls);
    expect((await again.client.call("rank", request, calls)).decision).toMatchObject({ id: "c2" });
    await again.end("SIGTERM");
    expect(statSync(join(dir, "beans-picker", "decisions.json")).mode & 0o077).toBe(0);
  });

  it("remembers nothing when it is told not to [rank.cache-off]", async () => {
    const running = await startAlone(rankerContract, entry, { env: { ...env, BEANS_PICKER_CACHE: "off" } });
    const outcome = {
      app: "Editor",
      instruction: request.instruction,
      withText: false,
      destructive: false,
      done: true,
    };
    await running.client.call("settle", { ...outcome, option: option("c3", "Xyzzy") }, calls);
    expect((await running.client.call("rank", request, calls)).decision).toMatchObject({ id: "c2" });
    await running.end("SIGTERM");
    expect(existsSync(join(dir, "beans-picker", "decisions.json"))).toBe(false);
  });

  it("fails with Jev's own reason within the caller's deadline when Jev was asked for by name [rank.named]", async () => {
    await server.close();
    const running = await startAlone(rankerContract, entry, { env: { ...env, BEANS_PICKER_RANKER: "jev" } });
    const refusal = await running.client.call("rank", request, { deadlineMs: 10_000 }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "jev_unavailable", facts: { details: { kind: "unreachable" } } });
    expect(await running.end("SIGTERM")).toEqual({ code: 0, socketLeft: false });
    server = await startJevServer();
  });
});
