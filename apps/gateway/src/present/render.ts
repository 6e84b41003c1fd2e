import { z } from "zod";

const candidate = z.object({
  id: z.string(),
  does: z.string(),
  value: z.string().optional(),
  needsText: z.boolean().optional(),
  destructive: z.boolean().optional(),
  shortcut: z.string().optional(),
  p: z.number().optional(),
});
type CandidateLine = z.infer<typeof candidate>;

const element = z.object({
  role: z.string(),
  label: z.string().optional(),
  value: z.string().optional(),
  rows: z.array(z.array(z.string())).optional(),
  text: z.array(z.string()).optional(),
  truncated: z.boolean().optional(),
});

const foreground = z.array(
  z.object({ pid: z.number().nullable(), during: z.string(), at: z.string(), restored: z.boolean() }),
);

const step = z.object({
  status: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
  delivery: z.string().optional(),
  action: candidate.optional(),
  confirm: z.string().optional(),
  verification: z.object({ evidence: z.string() }).optional(),
  change: z
    .object({
      appeared: z.array(z.string()).optional(),
      disappeared: z.array(z.string()).optional(),
      fieldsChanged: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })).optional(),
      textsChanged: z.array(z.string()).optional(),
      windowTitle: z.string().optional(),
    })
    .optional(),
  candidates: z.array(candidate).optional(),
  foreground: foreground.optional(),
  foregroundTruncated: z.boolean().optional(),
  frontUnwatched: z.boolean().optional(),
});

const answer = step.extend({
  window: z
    .object({
      app: z.string(),
      title: z.string(),
      pid: z.number(),
      windowId: z.number(),
      modal: z.string().optional(),
      incomplete: z.array(z.string()).optional(),
    })
    .optional(),
  windows: z
    .array(
      z.object({
        windowId: z.number(),
        pid: z.number().optional(),
        app: z.string(),
        title: z.string().optional(),
        onScreen: z.boolean(),
      }),
    )
    .optional(),
  screenText: z.array(z.string()).optional(),
  fields: z
    .array(z.object({ id: z.string().optional(), role: z.string(), label: z.string(), value: z.string().optional() }))
    .optional(),
  total: z.number().optional(),
  folded: z
    .array(z.object({ what: z.string(), count: z.number(), role: z.string().optional(), query: z.string().optional() }))
    .optional(),
  next: z.number().optional(),
  steps: z.array(step).optional(),
  newCandidates: z.array(candidate).optional(),
  newTotal: z.number().optional(),
  element: element.optional(),
  elements: z.array(element).optional(),
  path: z.string().optional(),
  earlier: z.array(z.string()).optional(),
});
type Answer = z.infer<typeof answer>;

/** A tool's answer as lines for people and for clients that read only text. Control characters are made visible. */
export function renderAnswer(tool: string, structured: Readonly<Record<string, unknown>>): string {
  const { data } = answer.safeParse(structured);
  if (!data) return `${JSON.stringify(structured)}\n`;
  const lines = [
    ...(data.earlier ?? []),
    ...windowLines(data),
    ...stepLines(tool === "observe" ? { ...data, candidates: undefined } : data),
    ...(data.steps ?? []).flatMap((each, index) =>
      stepLines(each).map((line, at) => (at === 0 ? `${index + 1}. ${line}` : `   ${line}`)),
    ),
    ...listedWindows(data),
    ...(data.screenText ? ["On the window:", ...data.screenText.map((text) => `  ${text}`)] : []),
    ...fieldLines(data),
    ...(tool === "observe" ? candidateLines(data) : []),
    ...(data.newCandidates ? ["New:", ...data.newCandidates.map(candidateLine)] : []),
    ...(data.newTotal === undefined ? [] : [`  (${data.newTotal} new ones in all)`]),
    ...[...(data.element ? [data.element] : []), ...(data.elements ?? [])].flatMap(elementLines),
    ...(data.path === undefined ? [] : [`saved to ${data.path}`]),
  ];
  return `${lines.map(visible).join("\n")}\n`;
}

function windowLines({ window }: Answer): string[] {
  if (!window) return [];
  const { app, title, pid, windowId, modal, incomplete } = window;
  return [
    `${app} — ${title} (pid ${pid}, window ${windowId})`,
    ...(modal === undefined ? [] : [`  blocked by ${modal}`]),
    ...(incomplete ? [`  not everything could be read: ${incomplete.join(", ")}`] : []),
  ];
}

function stepLines(told: z.infer<typeof step>): string[] {
  const { status, code, message, action, verification, candidates, confirm } = told;
  return [
    `${status}${code ? ` (${code})` : ""}${action ? `: ${action.does}` : ""}`,
    ...(verification && verification.evidence !== "" ? [`  ${verification.evidence}`] : []),
    ...(message === undefined ? [] : [`  ${message}`]),
    ...(confirm === undefined ? [] : [`  confirm: ${confirm}`]),
    ...changeLines(told),
    ...frontLines(told),
    ...(candidates ?? []).map(candidateLine),
  ];
}

function frontLines({ foreground: came = [], foregroundTruncated, frontUnwatched }: z.infer<typeof step>): string[] {
  return [
    ...came.map(
      ({ pid, during, at, restored }) =>
        `  pid ${pid ?? "?"} came to the front during ${during} at ${at}${restored ? ", put back" : ""}`,
    ),
    ...(foregroundTruncated ? ["  and more often than that"] : []),
    ...(frontUnwatched ? ["  nobody watched who was in front"] : []),
  ];
}

function changeLines({ change }: z.infer<typeof step>): string[] {
  if (!change) return [];
  const { appeared, disappeared, fieldsChanged, textsChanged, windowTitle } = change;
  return [
    ...(fieldsChanged ?? []).map(({ label, before, after }) => `  ${quote(label)}: ${quote(before)} → ${quote(after)}`),
    ...(textsChanged ? [`  new texts: ${textsChanged.map(quote).join(", ")}`] : []),
    ...(appeared ? [`  appeared: ${appeared.join(", ")}`] : []),
    ...(disappeared ? [`  disappeared: ${disappeared.join(", ")}`] : []),
    ...(windowTitle === undefined ? [] : [`  title: ${quote(windowTitle)}`]),
  ];
}

function listedWindows({ windows }: Answer): string[] {
  return (windows ?? []).map(
    ({ windowId, pid, app, title, onScreen }) =>
      `${windowId}\tpid ${pid ?? "?"}\t${app}${title ? `\t${title}` : ""}${onScreen ? "" : "\t(not on screen)"}`,
  );
}

function fieldLines({ fields }: Answer): string[] {
  if (!fields) return [];
  const lines = fields.map(
    ({ id, role, label, value }) => `  ${id === undefined ? "" : `${id}  `}${role} ${quote(label)}${valued(value)}`,
  );
  return ["Fields:", ...lines];
}

function candidateLines({ candidates, total, folded, next }: Answer): string[] {
  if (!candidates) return [];
  return [
    `Candidates (${candidates.length} of ${total ?? candidates.length}):`,
    ...candidates.map(candidateLine),
    ...(folded ?? []).map(
      ({ what, count, role, query }) =>
        `  ${count} × ${what}  [${[...(role ? [`role: ${role}`] : []), ...(query ? [`query: ${query}`] : [])].join(", ")}]`,
    ),
    ...(next === undefined ? [] : [`  more: offset ${next}`]),
  ];
}

function candidateLine({ id, does, value, needsText, destructive, shortcut, p }: CandidateLine): string {
  const notes = [
    ...(p === undefined ? [] : [p.toFixed(3)]),
    ...(value === undefined ? [] : [`now ${quote(value)}`]),
    ...(needsText ? ["needs text"] : []),
    ...(destructive ? ["destructive"] : []),
    ...(shortcut ? [shortcut] : []),
  ];
  return `  ${id}  ${does}${notes.length > 0 ? `  [${notes.join(", ")}]` : ""}`;
}

function elementLines({ role, label, value, rows, text, truncated }: z.infer<typeof element>): string[] {
  return [
    `${role}${label ? ` ${quote(label)}` : ""}${valued(value)}`,
    ...(rows ?? []).map((cells) => `  ${cells.join(" | ")}`),
    ...(text ?? []).map((line) => `  ${line}`),
    ...(truncated ? ["  (cut)"] : []),
  ];
}

function valued(value: string | undefined): string {
  return value === undefined ? "" : `: ${quote(value)}`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** Screen text must not steer the terminal: control, format and bidirectional characters are written as escapes. */
export function visible(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) =>
    character === "\t" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
