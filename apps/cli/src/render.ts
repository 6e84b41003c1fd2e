import { z } from "zod";

const candidate = z.object({
  id: z.string(),
  kind: z.string(),
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

const step = z.object({
  status: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
  action: candidate.extend({ route: z.array(z.string()).optional() }).optional(),
  verification: z.object({ evidence: z.string() }).optional(),
  candidates: z.array(candidate).optional(),
});

const answer = step.extend({
  window: z.object({ app: z.string(), title: z.string(), pid: z.number(), windowId: z.number() }).optional(),
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
  fields: z.array(z.object({ role: z.string(), label: z.string(), value: z.string().optional() })).optional(),
  total: z.number().optional(),
  steps: z.array(step).optional(),
  newCandidates: z.array(candidate).optional(),
  element: element.optional(),
  elements: z.array(element).optional(),
  path: z.string().optional(),
});

/** A tool's answer as lines for people. Texts of the screen are shown with control characters made visible. */
export function renderAnswer(tool: string, structured: Readonly<Record<string, unknown>>): string {
  const { data } = answer.safeParse(structured);
  if (!data) return `${JSON.stringify(structured)}\n`;
  const lines: string[] = [];
  if (data.window) {
    const { app, title, pid, windowId } = data.window;
    lines.push(`${app} — ${title} (pid ${pid}, window ${windowId})`);
  }
  lines.push(...stepLines(tool === "observe" ? { ...data, candidates: undefined } : data));
  for (const [index, each] of (data.steps ?? []).entries()) {
    lines.push(...stepLines(each).map((line, at) => (at === 0 ? `${index + 1}. ${line}` : `   ${line}`)));
  }
  for (const { windowId, pid, app, title, onScreen } of data.windows ?? []) {
    lines.push(
      `${windowId}\tpid ${pid ?? "?"}\t${app}${title ? `\t${title}` : ""}${onScreen ? "" : "\t(not on screen)"}`,
    );
  }
  if (data.screenText) lines.push("On the window:", ...data.screenText.map((text) => `  ${text}`));
  if (data.fields) {
    lines.push("Fields:", ...data.fields.map(({ role, label, value }) => `  ${role} ${quote(label)}${valued(value)}`));
  }
  if (tool === "observe" && data.candidates) {
    lines.push(`Candidates (${data.candidates.length} of ${data.total ?? data.candidates.length}):`);
    lines.push(...data.candidates.map(candidateLine));
  }
  if (data.newCandidates) lines.push("New:", ...data.newCandidates.map(candidateLine));
  for (const each of [...(data.element ? [data.element] : []), ...(data.elements ?? [])])
    lines.push(...elementLines(each));
  if (data.path) lines.push(`saved to ${data.path}`);
  return `${lines.map(visible).join("\n")}\n`;
}

function stepLines({ status, code, message, action, verification, candidates }: z.infer<typeof step>): string[] {
  const lines = [`${status}${code ? ` (${code})` : ""}${action ? `: ${action.does}` : ""}`];
  if (verification) lines.push(`  ${verification.evidence}`);
  if (message) lines.push(`  ${message}`);
  if (candidates) lines.push(...candidates.map(candidateLine));
  return lines;
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
function visible(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) =>
    character === "\t" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
