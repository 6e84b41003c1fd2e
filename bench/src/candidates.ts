import { readLabelledStates, type LabelledCase, type LabelledState } from "@beans-picker/ranking";

/** Kinds of a candidate that do what a label of that kind asks. */
const fits: Readonly<Record<string, readonly string[]>> = {
  click: ["click", "toggle", "select", "expand", "menu"],
  toggle: ["toggle", "click"],
  menu: ["menu", "click"],
  select: ["select", "click", "choose_option", "toggle"],
  set_value: ["set_value"],
  append: ["append"],
  choose_option: ["choose_option", "click", "set_value"],
  scroll: ["scroll"],
  expand: ["expand", "click", "toggle"],
  context_menu: ["context_menu"],
};

interface Missed {
  readonly state: string;
  readonly kind: string;
  readonly instruction: string;
  readonly targets: readonly number[];
}

/** For how many labels with a target the product offers the control, and a kind of action that does what is asked. */
function main(args: readonly string[]): void {
  const folder = args[args.indexOf("--data") + 1];
  if (!args.includes("--data") || folder === undefined) {
    process.stderr.write(
      "usage: candidates --data DIR [--json]\nDIR holds one folder per window: atspi.json, labels.jsonl\n",
    );
    process.exitCode = 2;
    return;
  }
  const states = readLabelledStates(folder);
  const labels = states.flatMap((state) =>
    state.cases.filter(({ label }) => label.targets.length > 0).map((one) => ({ state, one })),
  );
  const without = labels.filter(({ one }) => one.right.size === 0);
  const otherKind = labels.filter(({ state, one }) => one.right.size > 0 && !hasKind(state, one));
  for (const each of [...without, ...otherKind].map(missed)) {
    process.stdout.write(
      `${each.state}: ${each.kind} ${JSON.stringify(each.instruction)} [${each.targets.join(" ")}]\n`,
    );
  }
  const total = labels.length;
  const found = total - without.length;
  process.stdout.write(`${total} labels with a target: control offered for ${share(found, total)}, `);
  process.stdout.write(`with a fitting kind for ${share(found - otherKind.length, total)}\n`);
  if (args.includes("--json")) {
    const n = { n: total, control: found / total, kind: (found - otherKind.length) / total };
    process.stdout.write(`${JSON.stringify(n)}\n`);
  }
}

function hasKind({ options }: LabelledState, { label, right }: LabelledCase): boolean {
  const wanted = fits[label.kind];
  return wanted === undefined || [...right].some((at) => wanted.includes(options[at]?.kind ?? ""));
}

function missed({ state, one }: { state: LabelledState; one: LabelledCase }): Missed {
  const { kind, instruction, targets } = one.label;
  return { state: state.state, kind, instruction, targets };
}

function share(part: number, all: number): string {
  return `${part} (${((100 * part) / all).toFixed(1)} %)`;
}

main(process.argv.slice(2));
