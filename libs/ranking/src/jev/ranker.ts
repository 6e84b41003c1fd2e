import { setMaxListeners } from "node:events";
import type { Ranker } from "../ranker.js";
import type { RankOption, RankRequest, Ranking } from "../ranking.js";
import type { JevClient } from "./client.js";
import { JevFailure } from "./http/failure.js";
import type { Choice } from "./http/response.js";
import { describeOption, describeState, type OptionText, type State } from "./request/describe.js";
import { countContents } from "./request/egress.js";
import { lexicalScore } from "./request/lexical.js";
import { forcedQuestion, NONE, pickQuestion } from "./request/questions.js";
import { shardsOf, SHARD_OPTIONS } from "./request/shards.js";
import { optionBudget, tokensOf } from "./request/tokens.js";

/** How many of a shard come into the next round, and the share they need. Source: beans-picker 0.5 seed. */
const FINALISTS = 3;
const FINALIST_SHARE = 0.02;

/** Time for one ranking when the caller has not said. */
const DEADLINE_MS = 120_000;

export interface JevRankerOptions {
  readonly client: JevClient;
  readonly model: string;
  /** Values, the caller's text and the history stay here. */
  readonly withhold: boolean;
}

/** One thing that is asked about: options that read the same are asked about once. */
interface Asked {
  readonly ids: readonly string[];
  readonly text: OptionText;
  readonly tokens: number;
}

interface Round {
  readonly pick: Choice;
  readonly forced: Choice | undefined;
  readonly shard: readonly Asked[];
}

/** Ranks by asking Jev. Rejects with `jev_unavailable`, `jev_bad_response` or `cancelled`. */
export function jevRanker(options: JevRankerOptions): Ranker {
  return {
    name: "jev",
    async rank(request, signal, limits) {
      // One listener on the caller's signal, however many requests there are.
      const stopping = new AbortController();
      setMaxListeners(0, stopping.signal);
      const stop = (): void => stopping.abort();
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { once: true });
      try {
        return await new JevRanking(options, request, stopping.signal, limits?.deadlineMs ?? DEADLINE_MS).run();
      } catch (error) {
        throw error instanceof JevFailure ? error.toCoded() : error;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  };
}

class JevRanking {
  readonly #options: JevRankerOptions;
  readonly #signal: AbortSignal;
  readonly #request: RankRequest;
  readonly #state: State;
  readonly #ends: number;
  #requests = 0;
  #tokens: number | null = 0;

  constructor(options: JevRankerOptions, request: RankRequest, signal: AbortSignal, deadlineMs: number) {
    this.#options = options;
    this.#request = request;
    this.#signal = signal;
    this.#state = describeState(request, options.withhold);
    this.#ends = Date.now() + deadlineMs;
  }

  async run(): Promise<Ranking> {
    const { options } = this.#request;
    if (options.length === 0) return { ranked: [], pNone: 1, ranker: "jev" };
    const asked = merged(options, this.#options.withhold);
    try {
      return await this.#rounds(asked, SHARD_OPTIONS);
    } catch (error) {
      // Our estimate was too low for this screen: once more with half as much in each request.
      if (!(error instanceof JevFailure) || error.kind !== "too_large") throw error;
      return this.#rounds(asked, SHARD_OPTIONS / 2);
    }
  }

  /** Rounds of shards until what is left fits one request. Every round has fewer options than the one before. */
  async #rounds(all: readonly Asked[], most: number): Promise<Ranking> {
    const forcedToo = this.#purpose === "act";
    const fit = this.#shards(all, most, forcedToo ? 2 : 1);
    if (fit.length === 1) return this.#final(await this.#ask(all, forcedToo));
    let left = this.#purpose === "extract" ? [...all] : this.#likeliestFirst(all);
    for (let nominated = FINALISTS; ; nominated = 1) {
      const shards = this.#shards(left, most, 1);
      const settled = await Promise.allSettled(shards.map((shard) => this.#ask(shard, false)));
      // Only now, so that no answer arrives after the ranking has failed.
      const rounds = settled.map((result) => {
        if (result.status === "rejected") throw result.reason;
        return result.value;
      });
      const finalists = rounds.flatMap(({ pick, shard }) => best(pick, shard, nominated));
      if (finalists.length === 0) return this.#nothing(rounds);
      const done = this.#shards(finalists, most, forcedToo ? 2 : 1).length === 1;
      if (done) return this.#final(await this.#ask(finalists, forcedToo));
      if (finalists.length >= left.length) {
        throw new JevFailure({ kind: "too_large", retryable: false, message: "The options are too long for Jev." });
      }
      left = finalists;
    }
  }

  get #purpose(): NonNullable<RankRequest["purpose"]> {
    return this.#request.purpose ?? "act";
  }

  #shards(asked: readonly Asked[], most: number, questions: number): Asked[][] {
    const budget = optionBudget(this.#state, pickQuestion([], this.#purpose), questions);
    const tokens = most === SHARD_OPTIONS ? budget : budget / 2;
    return shardsOf(asked, (each) => each.tokens, { options: most, tokens });
  }

  #likeliestFirst(asked: readonly Asked[]): Asked[] {
    const score = lexicalScore(this.#request.instruction);
    const byId = new Map(this.#request.options.map((option) => [option.id, option]));
    const scored = asked.map((each) => {
      const option = byId.get(each.ids[0] ?? "");
      return { each, score: option === undefined ? 0 : score(option) };
    });
    return scored.sort((a, b) => b.score - a.score).map(({ each }) => each);
  }

  /** One request: all its questions go out together. */
  async #ask(shard: readonly Asked[], forcedToo: boolean): Promise<Round> {
    const texts = shard.map(({ text }) => text);
    const questions = {
      pick: pickQuestion(texts, this.#purpose),
      ...(forcedToo && { forced: forcedQuestion(texts, this.#purpose) }),
    };
    const offered = new Map(
      Object.entries(questions).map(([id, { criteria }]) => [id, new Set(Object.keys(criteria))] as const),
    );
    const body = JSON.stringify({ model: this.#options.model, state: this.#state, questions });
    this.#requests += 1;
    const deadlineMs = Math.max(1, this.#ends - Date.now());
    const contents = countContents(this.#state, texts);
    const answer = await this.#options.client.ask(body, offered, { signal: this.#signal, deadlineMs, contents });
    this.#tokens = this.#tokens === null || answer.inputTokens === null ? null : this.#tokens + answer.inputTokens;
    const pick = answer.choices.get("pick");
    if (pick === undefined) throw new Error("a question that was asked has no answer");
    return { pick, forced: answer.choices.get("forced"), shard };
  }

  #final({ pick, forced, shard }: Round): Ranking {
    const shares = new Map(
      shard.flatMap(({ ids }, at) => ids.map((id) => [id, (pick.shares.get(`o${at}`) ?? 0) / ids.length] as const)),
    );
    const leader = forced === undefined ? undefined : shard[Number(/^o(\d+)$/.exec(forced.choice)?.[1] ?? -1)]?.ids[0];
    return this.#ranking(shares, pick.shares.get(NONE) ?? 0, leader);
  }

  /** Nobody came into the final: nothing fits, as surely as the least sure shard says. */
  #nothing(rounds: readonly Round[]): Ranking {
    return this.#ranking(new Map(), Math.min(...rounds.map(({ pick }) => pick.shares.get(NONE) ?? 0)), undefined);
  }

  #ranking(shares: ReadonlyMap<string, number>, pNone: number, forced: string | undefined): Ranking {
    const ranked = this.#request.options
      .map(({ id }) => ({ id, p: shares.get(id) ?? 0 }))
      .sort((a, b) => b.p - a.p || (a.id < b.id ? -1 : 1));
    return {
      ranked,
      pNone,
      ...(forced !== undefined && { forced }),
      ranker: "jev",
      usage: { requests: this.#requests, inputTokens: this.#tokens },
    };
  }
}

function best({ shares }: Choice, shard: readonly Asked[], most: number): Asked[] {
  return shard
    .map((asked, at) => ({ asked, at, p: shares.get(`o${at}`) ?? 0 }))
    .filter(({ p }) => p >= FINALIST_SHARE)
    .sort((a, b) => b.p - a.p || a.at - b.at)
    .slice(0, most)
    .map(({ asked }) => asked);
}

/** Two options that read the same would split the vote, and no answer could tell them apart. */
function merged(options: readonly RankOption[], withhold: boolean): Asked[] {
  const groups = new Map<string, { ids: string[]; text: OptionText }>();
  for (const option of options) {
    const text = describeOption(option, withhold);
    const key = JSON.stringify(text);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ids: [option.id], text });
    else group.ids.push(option.id);
  }
  return [...groups.values()].map(({ ids, text }) => ({ ids, text, tokens: tokensOf(text) + 4 }));
}
