/**
 * How long a ranking of 250 candidates takes through the ranker process, sockets and checks included, beside the same in
 * process: `ranker-process --data DIR [--json]`. DIR holds labelled windows; their candidates are put together to 250.
 */
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startAlone } from "@beans-picker/ipc/alone";
import { rankerContract } from "@beans-picker/protocol";
import { cleanRequest, localRanker, readLabelledStates, type RankRequest } from "@beans-picker/ranking";
import { quantile, rounded } from "./figures.js";

const CANDIDATES = 250;
const WARM_UP = 40;
const ROUNDS = 400;

const { values } = parseArgs({ options: { data: { type: "string" }, json: { type: "boolean", default: false } } });
if (values.data === undefined) {
  process.stderr.write("Usage: npm run bench:ranker-process -- --data DIR [--json]\n");
  process.exit(2);
}
const requests = requestsFrom(values.data);
const home = mkdtempSync(join(tmpdir(), "bp-bench-"));
const entry = createRequire(import.meta.url).resolve("@beans-picker/ranker-process/main");
const running = await startAlone(rankerContract, entry, {
  env: {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_STATE_HOME: home,
    JEV_API_KEY: "",
    TYPESAFE_API_KEY: "",
    BEANS_PICKER_RANKER: "local",
  },
});
try {
  const through = await timed(async (request) => {
    await running.client.call("rank", request, { deadlineMs: 10_000 });
  });
  const { signal } = new AbortController();
  const within = await timed(async (request) => {
    await localRanker.rank(cleanRequest(request), signal);
  });
  const figures = {
    candidates: CANDIDATES,
    n: ROUNDS,
    msP50: rounded(quantile(through, 0.5)),
    msP95: rounded(quantile(through, 0.95)),
    inProcess: { msP50: rounded(quantile(within, 0.5)), msP95: rounded(quantile(within, 0.95)) },
  };
  const { msP50, msP95, inProcess } = figures;
  process.stdout.write(
    values.json
      ? `${JSON.stringify(figures)}\n`
      : `${CANDIDATES} candidates, ${ROUNDS} times\nthrough the process  median ${msP50} ms, 95th percentile ${msP95} ms\nin process           median ${inProcess.msP50} ms, 95th percentile ${inProcess.msP95} ms\n`,
  );
} finally {
  await running.end("SIGTERM");
  rmSync(home, { recursive: true, force: true });
}

async function timed(body: (request: RankRequest) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const request = requests[(round + WARM_UP) % requests.length];
    if (request === undefined) throw new Error("there is nothing to rank");
    const startedAt = performance.now();
    await body(request);
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return times;
}

/** Every labelled instruction with its own window's candidates, filled up to 250 with those of other windows. */
function requestsFrom(folder: string): RankRequest[] {
  const states = readLabelledStates(folder);
  const all = states.flatMap(({ state, options }) =>
    options.map((option) => ({ ...option, id: `${state}/${option.id}` })),
  );
  return states.flatMap(({ state, window, cases }) => {
    const own = all.filter(({ id }) => id.startsWith(`${state}/`));
    const options = [...own, ...all.filter(({ id }) => !id.startsWith(`${state}/`))].slice(0, CANDIDATES);
    return cases.slice(0, 4).map(({ label }): RankRequest => ({
      instruction: label.instruction,
      ...(typeof label.text === "string" && { text: label.text }),
      window,
      options,
    }));
  });
}
