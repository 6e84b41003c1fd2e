import { describeShifting } from "../../testing/shifting-siblings.js";

const same = { kind: "qt", name: "Qt 5", roles: ["button", "checkbox"], lateMs: 2_000, tellsMs: 0 } as const;

describeShifting({ ...same, seeds: [1, 2, 3, 4], rounds: 250 });
describeShifting({ ...same, seeds: [5], rounds: 25, stutter: [300, 1_300] });
