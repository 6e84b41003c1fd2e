import { featureNames, type FeatureName } from "./features/index.js";

/** What the shares and the leader's features say about whether the leader is right; input of the confidence models. */
export const evidenceNames = [
  "bias",
  "logOdds",
  "margin",
  "count",
  "own",
  "labelShare",
  "exact",
  "verbatim",
  "quoted",
  "all",
  "unexplained",
  "way",
  "bag",
  "sameConcept",
  "relation",
  "relationText",
  "relationMiss",
  "ordinal",
  "side",
  "textFits",
  "hidden",
  "kindMiss",
  "roleMiss",
  "stateMiss",
  "unnamed",
  "secondSame",
  "payloadChoice",
  "place",
  "aboutWay",
  "cueLabel",
  "spelling",
  "fullyNamed",
  "partlyNamed",
  "missed",
  "missedNoWay",
  "alone",
  "kindFit",
  "bestGuess",
  "neitherCovers",
  "otherWord",
  "absent",
  "absentPartly",
  "wastedText",
  "missedKind",
  "alike",
  "alikeBest",
] as const;

const at = new Map<FeatureName, number>(featureNames.map((name, index) => [name, index]));

/**
 * Evidence about the leader of a scored list. `order` holds the indices of the options, best first; `shares` their softmax.
 * Empty lists have none.
 */
export function evidenceOf(
  vectors: readonly Float64Array[],
  shares: Float64Array,
  order: readonly number[],
  rivals: (leader: number) => number | undefined,
): Float64Array {
  const [leader = -1] = order;
  const vector = vectors[leader];
  const of = (name: FeatureName) => vector?.[at.get(name) ?? -1] ?? 0;
  const first = clamp(shares[leader] ?? 0);
  const rival = rivals(leader);
  const second = rival === undefined ? 0 : (shares[rival] ?? 0);
  const explained = Math.max(of("all"), of("allWithLine"));
  const values: Record<(typeof evidenceNames)[number], number> = {
    bias: 1,
    logOdds: Math.log(first / (1 - first)) / 4,
    margin: Math.min(1, Math.log(first / Math.max(1e-4, second)) / 6),
    count: Math.log(1 + order.length) / 6,
    own: of("own"),
    labelShare: of("labelShare"),
    exact: of("exact"),
    verbatim: of("verbatim"),
    quoted: of("quoted"),
    all: explained,
    unexplained: explained < 0.5 ? 1 : 0,
    way: of("way"),
    bag: of("bag"),
    sameConcept: of("sameConcept"),
    relation: of("relation"),
    relationText: of("relationText"),
    relationMiss: of("relationMiss"),
    ordinal: Math.max(of("ordinal"), of("ordinalRow")),
    side: of("sideMost"),
    textFits: of("textWithText") - of("textMiss"),
    hidden: of("hidden"),
    kindMiss: of("kindMiss"),
    roleMiss: of("roleMiss"),
    stateMiss: of("stateMiss"),
    unnamed: of("unnamed"),
    secondSame: second > 0.45 ? 1 : 0,
    payloadChoice: Math.max(of("payloadIsChoice"), of("payloadIsOwn")),
    place: of("place"),
    aboutWay: of("aboutWay"),
    cueLabel: of("cueLabel"),
    spelling: of("spelling"),
    fullyNamed: of("own") > 0.99 && of("labelShare") > 0.99 ? 1 : 0,
    partlyNamed: of("own") > 0 && of("own") < 0.99 ? 1 : 0,
    missed: Math.max(0, 1 - Math.max(explained, of("ownSynonym"))),
    missedNoWay: Math.max(0, 1 - Math.max(explained, of("way") * 1.5, of("aboutWay"), of("relation"))),
    alone: of("own") > 0.99 && second < 0.05 ? 1 : 0,
    kindFit: of("kindFit"),
    neitherCovers: of("own") > 0 && of("own") < 0.99 && of("labelShare") < 0.99 && of("way") < 0.7 ? 1 : 0,
    otherWord: of("otherWord"),
    absent: of("absent"),
    absentPartly: of("absent") > 0.2 && of("way") < 0.6 ? 1 : 0,
    wastedText: of("otherWithText"),
    missedKind: of("kindMiss") > 0 && of("exact") === 0 ? 1 : 0,
    bestGuess: Math.max(of("ownTimesShare"), of("way"), of("relation"), of("allWithLine")),
    alike: of("alike"),
    alikeBest: of("alikeBest"),
  };
  return Float64Array.from(evidenceNames, (name) => values[name]);
}

function clamp(share: number): number {
  return Math.min(1 - 1e-4, Math.max(1e-4, share));
}
