/**
 * Weights of the local ranker, temperature and the score of "none". Fitted by coordinate descent on the likelihood of the
 * right answer over 411 hand-written instructions for recorded windows of half of the apps (GTK 3, GTK 4, Qt 5, LibreOffice,
 * Chromium), rounded, and checked on 419 instructions for the other half; temperature and "none" were then set for few wrong picks. Scores are in units of "the whole instruction is
 * explained by the label".
 */
export const weights = {
  /** Share of the instruction's content found in a field of the option, by field. Not fitted. */
  field: { label: 1, identifier: 0.6, help: 0.5, placeholder: 0.7, path: 0.5, within: 0.4, value: 0.3, does: 0.3 },
  /** Worth of a word that matches only by a synonym. */
  synonym: 0.9,
  /** How much the share of the label that the instruction mentions counts, by itself and as a multiple of what is explained. */
  coverage: 0.2,
  coverageOfExplained: 1.2,
  /** Worth of a label word that the instruction uses for the neighbour of what it means. */
  neighbourInLabel: 0.3,
  /** The label, whole, is a quoted span, or stands word for word in the instruction. */
  quoted: 0.8,
  verbatim: 0.45,
  /** The option's kind is among those that the verb asks for, or is not. */
  kindFit: 0.05,
  kindMiss: -0.35,
  /** Scrolling and keys are only meant when they are named. */
  unasked: -1,
  /** The control's role is, or is not, the one that is named. */
  roleFit: 0.5,
  roleMiss: -0.3,
  /** The control is not, or already is, in the state that is asked for. */
  stateFit: 0.4,
  stateMiss: -1,
  /** Place among look-alikes. */
  ordinalFit: 1,
  ordinalMiss: -1,
  /** Place on the window, from the middle to an edge that is named. */
  side: 0.7,
  /** The text to enter looks like, or unlike, what the field is for. */
  textFit: 1,
  textMiss: -1,
  /** A key or scroll direction that was named. */
  named: 2,
} as const;

/** Softmax temperature over scores. */
export const temperature = 0.3;

/**
 * Score of "none": an option must explain more than this to be likelier than nothing. Raised above the likelihood's optimum
 * (0.1), because a wrong press costs more than a question.
 */
export const noneScore = 0.75;

/** Score of an option that shares no content with the instruction; far enough down that a thousand of them weigh nothing. */
export const nothingScore = -4;
