/** Bounds of what one answer carries and how long one call may take. Figures marked [seed] are those of beans-picker 0.5. */
export const limits = {
  /** Candidates listed by a plain `observe` [seed]. */
  candidates: 80,
  /** Candidates listed by `observe` with an instruction [seed]. */
  rankedCandidates: 10,
  /** Candidates of an ambiguous answer [seed]. */
  shortlist: 5,
  /** Lines of the screen that a ranker gets [seed]. */
  rankedTextLines: 20,
  /** Lines of `screenText` [seed]. */
  screenTextLines: 60,
  /** Editable fields listed with their values [seed]. */
  fields: 12,
  fieldValueUnits: 200,
  candidateValueUnits: 60,
  /** Window titles in `windows` [seed]. */
  titleUnits: 256,
  /** Steps in `then` [seed]. */
  thenSteps: 12,
  /** Rows or texts of an extracted container, alone and in a shortlist [seed]. */
  extractRows: 300,
  shortlistRows: 3,
  /** Activations listed per call [seed]. */
  foregroundEntries: 16,
  /** New texts that make a window worth describing again [seed]. */
  newTexts: 6,
  /** Longest instruction and longest text to enter, in UTF-16 units. */
  instructionUnits: 2_000,
  textUnits: 1_000_000,
  /** Longest text of an expectation. */
  expectedUnits: 10_000,
  /** Notes about cancelled calls that wait for the next answer. */
  notes: 4,
} as const;

/** How much of an answer its parts may take when nothing else was asked for, in units of `weight`; about 3.3 are a token. */
export const answerBudget = {
  /** Lines and fields beside the candidates of an overview, and of everything else. */
  text: 210,
  fields: 330,
  /** All of an overview: so much, more for each candidate that it could tell, up to a limit; and the least for candidates. */
  overview: { base: 800, each: 14, most: 2_200, least: 300 },
  /** A filtered or continued list. */
  page: { candidates: 1_900, text: 900, fields: 900 },
  /** What an action brought up. */
  news: 700,
  /** Changes told by a verdict. */
  change: 500,
} as const;

/** How an expectation of a step is waited for, in milliseconds. */
export const expectationLooks = { timeoutMs: 3_000, mostTimeoutMs: 30_000, firstMs: 50, mostMs: 400 } as const;

/** How long a window that tells nothing yet is looked at again, in milliseconds. */
export const newcomerLooks = { budgetMs: 6_000, everyMs: 150 } as const;

/** How long a person may take to answer, in milliseconds. */
export const askMs = 120_000;

/** Deadlines of calls to the other processes, in milliseconds. A driver call may take `CUA_DRIVER_TIMEOUT` (120 s). */
export const deadlines = {
  look: 60_000,
  perform: 130_000,
  rank: 30_000,
  judge: 40_000,
  list: 20_000,
  capture: 60_000,
  launch: 60_000,
  front: 2_000,
  recordStop: 35_000,
  /** How long a call waits for a watcher that starts. */
  watcherStart: 5_000,
  /** How long it may take the watcher to tell whether the screen is locked. A busy machine is no locked one. */
  lock: 5_000,
} as const;
