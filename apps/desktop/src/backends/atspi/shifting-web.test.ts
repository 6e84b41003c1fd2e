import { describeShifting } from "../../testing/shifting-siblings.js";

// A page tells of a change some time after it; nobody outside can know of it earlier.
const same = { kind: "web", name: "Chromium", roles: ["button", "checkbox"], lateMs: 3_000, tellsMs: 1_000 } as const;

describeShifting({ ...same, seeds: [1, 2], rounds: 60 });
