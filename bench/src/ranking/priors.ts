import { featureNames, type FeatureName } from "@beans-picker/ranking";

/**
 * What weights are before anything is learned. Most features show themselves in the examples and begin at nothing; these are
 * rare there and matter to people: the n-th of alike controls, the field that a text is shaped for, keys and scrolling
 * that were or were not asked for, a state that is already so.
 */
const known: Partial<Record<FeatureName, number>> = {
  ordinal: 1.5,
  ordinalMiss: -1,
  ordinalRow: 1,
  relationBest: 1,
  relationMiss: -1,
  isAnchor: -1.5,
  sideMost: 0.5,
  middle: 1.5,
  textShape: 1.5,
  textMiss: -2,
  numberFit: 0.5,
  payloadIsChoice: 1.5,
  scrollFit: 2,
  scrollUnasked: -2,
  scrollMiss: -9,
  keyFit: 3,
  keyUnasked: -3,
  step: 1,
  stepUnasked: -2,
  stateFit: 0.5,
  stateMiss: -1.5,
  specialFit: 1,
  specialUnasked: -2,
  hidden: -1,
  quoted: 1,
  glyph: 1,
};

export const priors: Float64Array = Float64Array.from(featureNames, (name) => known[name] ?? 0);
