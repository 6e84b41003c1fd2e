/**
 * Every status and code the product answers with, in one table: what it means and what the caller can do next.
 * Docs, errors and tests read from here, so a code cannot exist without its explanation.
 */

interface Explained {
  /** What happened, in one sentence. */
  readonly meaning: string;
  /** What the caller can do next, in one sentence. */
  readonly next: string;
}

/** Outcome of a tool call or of one step of `act`. */
export const statuses = {
  done: {
    meaning: "The effect that was asked for was observed on the control it was asked of.",
    next: "Go on; no second check is needed.",
  },
  unverified: {
    meaning: "The action was sent, but nothing that can be read proves its effect.",
    next: "Check the result by other means (extract, screenshot) before reporting success.",
  },
  no_effect: {
    meaning: "The action was sent and nothing on the window changed while it was looked at.",
    next: "Observe again before sending it again: the app may be slow, or the control may need another state first.",
  },
  mismatch: {
    meaning: "Something changed, but it is not what was asked.",
    next: "Read `change` and the field, then correct it.",
  },
  ambiguous: {
    meaning: "No candidate was clearly the right one; nothing was done.",
    next: "Call again with the candidateId of the right one from the shortlist.",
  },
  needs_confirmation: {
    meaning: "The action may not be undoable; nothing was done.",
    next: "When it is wanted, call again with candidateId and `confirm` (or allowDestructive: true).",
  },
  not_found: {
    meaning: "No candidate fits, or the id is not on the window any more; nothing was done.",
    next: "Observe again, or reword the instruction.",
  },
  failed: {
    meaning: "The action could not be carried out; `code` says why.",
    next: "Read the code's own advice.",
  },
} as const satisfies Record<string, Explained>;

export type Status = keyof typeof statuses;

export function isStatus(text: string): text is Status {
  return Object.hasOwn(statuses, text);
}

/** Where a code can appear: in a step of `act`, as the failure of a whole call, or between our own processes. */
export type CodeScope = "step" | "call" | "driver" | "wire";

interface ExplainedCode extends Explained {
  readonly scope: CodeScope;
}

export const codes = {
  // Arguments of a step: refused before anything is sent.
  text_required: {
    scope: "step",
    meaning: "The candidate enters text and no `text` was given.",
    next: "Call again with `text`.",
  },
  text_not_used: {
    scope: "step",
    meaning: "`text` was given for a candidate that does not enter text.",
    next: "Leave `text` out, or choose a text candidate.",
  },
  key_missing: {
    scope: "step",
    meaning: "The on-screen keypad has no key for part of the text.",
    next: "Use only the keys that the candidate lists.",
  },
  modifiers_not_used: {
    scope: "step",
    meaning: "`modifiers` apply to clicks and toggles only.",
    next: "Leave `modifiers` out, or choose a click.",
  },
  candidate_required: {
    scope: "step",
    meaning: "A drag needs the `candidateId` of its source.",
    next: "Observe, then pass the source's candidateId.",
  },
  drag_not_supported: {
    scope: "step",
    meaning: "A drag's source or target candidate has no control on the window.",
    next: "Choose candidates that stand for a control.",
  },
  // While carrying out a step.
  foreground_required: {
    scope: "step",
    meaning: "The command can only be sent with the app in front, which is not done.",
    next: "Use another control for it, or do it by hand.",
  },
  background_unavailable: {
    scope: "step",
    meaning: "This kind of input has no background route on this desktop; nothing was sent.",
    next: "Use a control instead of keys, the pointer or scrolling.",
  },
  pixel_disabled: {
    scope: "step",
    meaning: "The action needs a pixel click and pixel clicks are switched off.",
    next: "Unset BEANS_PICKER_PIXEL or leave the modifiers out.",
  },
  not_visible: {
    scope: "step",
    meaning: "No safe visible point of the control was found; nothing was sent.",
    next: "Scroll it into view or uncover it, then observe again.",
  },
  target_gone: {
    scope: "step",
    meaning: "The control could not be found again as exactly one match; nothing was sent.",
    next: "Observe again.",
  },
  target_disabled: {
    scope: "step",
    meaning: "The control is disabled; nothing was sent.",
    next: "Do what enables it first, then observe again.",
  },
  secure_field: {
    scope: "step",
    meaning: "The field hides its text, so its content can never be read back.",
    next: "Check the result by what the app does next.",
  },
  option_not_found: {
    scope: "step",
    meaning: "The pop-up has no item with that exact title; nothing was chosen.",
    next: "Use one of the listed titles.",
  },
  ambiguous_option: {
    scope: "step",
    meaning: "Two or more enabled items have that title; nothing was chosen.",
    next: "Press the item itself by its candidateId.",
  },
  menu_item_gone: {
    scope: "step",
    meaning: "The menu no longer has that command; nothing was sent.",
    next: "Observe again.",
  },
  menu_item_disabled: {
    scope: "step",
    meaning: "The menu command or a menu above it is disabled; nothing was sent.",
    next: "Do what enables it first, then observe again.",
  },
  caret_refused: {
    scope: "step",
    meaning: "The caret could not be placed and the field's exact text is unknown; nothing was typed.",
    next: "Replace the whole text instead.",
  },
  line_break_refused: {
    scope: "step",
    meaning: "The field holds one line and the text has a line break; nothing was sent.",
    next: "Remove the line break or use a text area.",
  },
  foreground_violation: {
    scope: "step",
    meaning: "The app came to the front during the action.",
    next: "Read `foreground`; the action itself may have happened.",
  },
  transport_lost: {
    scope: "step",
    meaning: "The connection died after the action was sent; it may or may not have happened and is not sent again.",
    next: "Observe before doing anything else.",
  },
  foreground_disallowed: {
    scope: "step",
    meaning: "The call would bring an app to the front; it was not sent.",
    next: "Use a background tool.",
  },
  tool_error: {
    scope: "step",
    meaning: "The driver refused without giving a code.",
    next: "Read the message; observe again before another try.",
  },
  failed: {
    scope: "step",
    meaning: "The driver reported that the action failed.",
    next: "Observe again before another try.",
  },
  // Whole calls.
  bad_target: {
    scope: "call",
    meaning: "None of app, pid and windowId was given.",
    next: "Name the window by one of them.",
  },
  bad_arguments: {
    scope: "call",
    meaning: "An argument is missing, has the wrong type or is out of range; nothing was done.",
    next: "Correct the named argument.",
  },
  window_not_found: {
    scope: "call",
    meaning: "The window does not exist or belongs to another process.",
    next: "List the windows and use a current id.",
  },
  app_not_found: {
    scope: "call",
    meaning: "No such app is installed or running.",
    next: "Check the name with `windows`.",
  },
  launch_failed: {
    scope: "call",
    meaning: "The app was found but did not start.",
    next: "Start it by hand and check that it runs.",
  },
  bad_path: {
    scope: "call",
    meaning: "The path is not one this tool accepts; nothing was read or written.",
    next: "Give a canonical absolute path as described.",
  },
  bad_url: {
    scope: "call",
    meaning: "The URL is not one this tool accepts; nothing was opened.",
    next: "Give an http(s) URL without user name, spaces or hidden characters.",
  },
  rules_unusable: {
    scope: "call",
    meaning: "The file of a person's own destructive rules cannot be used; nothing was done.",
    next: "Put the file right, or unset BEANS_PICKER_DESTRUCTIVE_RULES.",
  },
  screen_locked: {
    scope: "call",
    meaning: "The screen is locked; nothing was done.",
    next: "Unlock the screen.",
  },
  screen_lock_unavailable: {
    scope: "call",
    meaning: "Whether the screen is locked could not be read; nothing was done.",
    next: "Run doctor.",
  },
  jev_unavailable: {
    scope: "call",
    meaning: "Jev has no key, cannot be reached or is too slow.",
    next: "Give candidateId, use the local ranker, or check the key.",
  },
  jev_bad_response: {
    scope: "call",
    meaning: "Jev's answer did not have the promised shape; it was not used.",
    next: "Try again later or use the local ranker.",
  },
  // The embedder that a person may add: ranking goes on without it.
  embedder_missing: {
    scope: "wire",
    meaning: "The package that runs the embedder is not where it is looked for, or cannot be loaded.",
    next: "Install it as the user guide says, or unset BEANS_PICKER_EMBEDDER_MODEL.",
  },
  embedder_model: {
    scope: "wire",
    meaning: "The embedder's model cannot be read, or is not a sentence model that is understood.",
    next: "Give the ONNX file of a BERT-like sentence model, or unset BEANS_PICKER_EMBEDDER_MODEL.",
  },
  embedder_vocabulary: {
    scope: "wire",
    meaning: "The embedder's vocabulary cannot be read, or is not one of word pieces.",
    next: "Give the vocab.txt or tokenizer.json that belongs to the model.",
  },
  embedder_weights: {
    scope: "wire",
    meaning: "The weights for the embedder cannot be read, or were learned with another model.",
    next: "Learn them again with this model, or unset BEANS_PICKER_EMBEDDER_WEIGHTS.",
  },
  embedder_slow: {
    scope: "wire",
    meaning: "The embedder did not answer in its time; this ranking was made without it.",
    next: "Use a smaller model, or raise BEANS_PICKER_EMBEDDER_BUDGET_MS.",
  },
  ranker_unavailable: {
    scope: "call",
    meaning: "The ranker process died or did not answer; nothing was done.",
    next: "Call again, or give candidateId.",
  },
  verifier_unavailable: {
    scope: "call",
    meaning: "The verifier process died or did not answer; `delivery` says whether the action was sent.",
    next: "Observe to see what happened; do not repeat the action blindly.",
  },
  watcher_unavailable: {
    scope: "call",
    meaning: "The watcher process died or did not answer.",
    next: "Call again; run doctor if it stays so.",
  },
  driver_unavailable: {
    scope: "call",
    meaning: "The desktop process or its driver could not be started or died; nothing was sent.",
    next: "Call again; run doctor if it stays so.",
  },
  driver_timeout: {
    scope: "call",
    meaning: "The driver did not answer in time.",
    next: "Observe; an action may still have happened.",
  },
  driver_error: {
    scope: "call",
    meaning: "The driver refused a call that the tool needed.",
    next: "Read the message; list the windows again.",
  },
  capture_failed: {
    scope: "call",
    meaning: "No picture could be taken.",
    next: "Check that the window is not minimised; run doctor.",
  },
  permission_missing: {
    scope: "call",
    meaning: "The system has not granted the permission that this needs; nobody was asked for it and nothing was done.",
    next: "Grant it in the system's settings; doctor names it.",
  },
  recording_not_found: {
    scope: "call",
    meaning: "There is no such recording: it was never started here, or it was stopped before.",
    next: "Start a recording.",
  },
  recording_lost: {
    scope: "call",
    meaning:
      "The watcher that recorded has ended. What was recorded until then is at the destination in a file that plays, or nothing is.",
    next: "Look whether the file is there; a new recording can be started.",
  },
  recording_failed: {
    scope: "call",
    meaning: "The recorder could not make a playable file; there is none at the destination.",
    next: "Check that the window is shown and that the disk has space, then start again.",
  },
  unsafe_driver_output: {
    scope: "call",
    meaning: "The driver's file or picture failed a safety check and was discarded.",
    next: "Run doctor; report the driver's version.",
  },
  unsupported_platform: {
    scope: "call",
    meaning: "This operating system or session is not supported.",
    next: "Use Linux with X11 or macOS 14 or later.",
  },
  unsupported: {
    scope: "call",
    meaning: "This back end cannot do that here; nothing was done.",
    next: "Run doctor to see what works.",
  },
  cancelled: {
    scope: "call",
    meaning: "The caller cancelled before the action was sent; nothing was done.",
    next: "Call again when wanted.",
  },
  shutting_down: {
    scope: "call",
    meaning: "The server is shutting down; nothing was done.",
    next: "Start it again.",
  },
  internal: {
    scope: "call",
    meaning: "A fault of the product itself; its detail is in the log, by kind only.",
    next: "Observe before doing anything else and report the fault.",
  },
  // Raw driver access.
  unknown_driver_tool: {
    scope: "driver",
    meaning: "The installed driver has no such tool.",
    next: "Update the driver or use another tool.",
  },
  driver_tool_disallowed: {
    scope: "driver",
    meaning: "The driver tool is not on the allow list.",
    next: "Use a tool of beans-picker instead.",
  },
  desktop_disallowed: {
    scope: "driver",
    meaning: "Desktop-wide scope is refused.",
    next: "Address one window.",
  },
  driver_action_disallowed: {
    scope: "driver",
    meaning: "This action of the driver tool is refused.",
    next: "Use another action.",
  },
  driver_argument_disallowed: {
    scope: "driver",
    meaning: "An argument could reach another process and is refused.",
    next: "Leave it out.",
  },
  driver_pid_required: {
    scope: "driver",
    meaning: "Input tools need an integer pid.",
    next: "Pass pid.",
  },
  driver_file_output_disallowed: {
    scope: "driver",
    meaning: "The driver may not write files of the caller's choice.",
    next: "Use the screenshot tool.",
  },
  driver_arguments_invalid: {
    scope: "driver",
    meaning: "The arguments do not match the driver's own schema; nothing was sent.",
    next: "Correct the named argument.",
  },
  // Browser and transfer refusals that the driver gives and we pass on.
  browser_consent_required: {
    scope: "driver",
    meaning: "The driver wants a person's consent that a nested call cannot give.",
    next: "Do the download by hand.",
  },
  // Between our own processes.
  frame_malformed: {
    scope: "wire",
    meaning: "A frame was not a message of this protocol; it was dropped.",
    next: "Update both sides to the same version.",
  },
  frame_too_large: {
    scope: "wire",
    meaning: "A message exceeds the size limit and was not sent.",
    next: "Ask for less at once.",
  },
  unknown_method: {
    scope: "wire",
    meaning: "The process does not know this method.",
    next: "Update both sides to the same version.",
  },
  bad_params: {
    scope: "wire",
    meaning: "The parameters do not match the method's schema; nothing was done.",
    next: "Correct the named parameter.",
  },
  protocol_mismatch: {
    scope: "wire",
    meaning: "The two sides speak different major protocol versions.",
    next: "Update both sides to the same version.",
  },
  deadline_exceeded: {
    scope: "wire",
    meaning: "No answer came before the deadline.",
    next: "Try a read again; observe after an action.",
  },
  overloaded: {
    scope: "wire",
    meaning: "Too many calls are waiting; this one was not accepted.",
    next: "Wait for earlier calls to end.",
  },
  connection_closed: {
    scope: "wire",
    meaning: "The other process ended before it answered.",
    next: "Call again; observe first when an action was sent.",
  },
  snapshot_unavailable: {
    scope: "wire",
    meaning: "The snapshot cannot be used: it never was, was used, expired or is not the caller's.",
    next: "Take a new snapshot.",
  },
  capture_required: {
    scope: "wire",
    meaning:
      "The snapshot has no picture of its window whose place is known, so a point means nothing; nothing was done.",
    next: "Capture the window with this snapshot first, or name a control.",
  },
  watch_unavailable: {
    scope: "wire",
    meaning: "The verification cannot be continued: it ended, expired or is not the caller's.",
    next: "Begin a new one with the next action.",
  },
  address_in_use: {
    scope: "wire",
    meaning: "Another process already serves this address; it was left alone.",
    next: "Stop that process first, or use another address.",
  },
  runtime_dir_unsafe: {
    scope: "wire",
    meaning: "The runtime directory is not a private directory of this user.",
    next: "Remove it or set XDG_RUNTIME_DIR to a private directory.",
  },
} as const satisfies Record<string, ExplainedCode>;

export type Code = keyof typeof codes;

export function isCode(text: string): text is Code {
  return Object.hasOwn(codes, text);
}

/** Whether an action reached the app: reported apart from its effect. */
export const deliveries = ["not_delivered", "uncertain", "delivered"] as const;
export type Delivery = (typeof deliveries)[number];

/** What a thrown {@link CodedError} carries over the wire and into a tool's answer. */
export interface ErrorFacts {
  /** One of {@link codes}, or the driver's own refusal code, passed through. */
  readonly code: string;
  /** What happened and what was not done. Never contains screen text, typed text or secrets. */
  readonly message: string;
  readonly delivery?: Delivery;
  /** True when the same call may be made again without harm. */
  readonly retry?: boolean;
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** The one error class of the product. `driverCode` refusals use {@link CodedError.fromDriver}. */
export class CodedError extends Error {
  readonly facts: ErrorFacts;

  constructor(code: Code, message: string = codes[code].meaning, more: Omit<ErrorFacts, "code" | "message"> = {}) {
    super(message);
    this.name = "CodedError";
    this.facts = { code, message, ...more };
  }

  /** An error received from another process or from the driver, whose code may not be in our table. */
  static fromFacts(facts: ErrorFacts): CodedError {
    const error = new CodedError("internal", facts.message);
    return Object.defineProperty(error, "facts", { value: facts, enumerable: true });
  }

  get code(): string {
    return this.facts.code;
  }
}

/** What the caller can do about a code; driver codes we do not know get the general advice. */
export function adviceFor(code: string): string {
  return isCode(code) ? codes[code].next : "Read the message; observe again before another try.";
}
