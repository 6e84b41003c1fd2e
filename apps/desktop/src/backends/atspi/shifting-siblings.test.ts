import { describeShifting } from "../../testing/shifting-siblings.js";

const same = { roles: ["button"], seeds: [1, 2, 3, 4], rounds: 250, lateMs: 0, tellsMs: 0 } as const;

describeShifting({ ...same, kind: "gtk3", name: "GTK 3" });
