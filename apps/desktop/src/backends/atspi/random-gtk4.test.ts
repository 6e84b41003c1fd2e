import { type FormState, startGtk4Fixture } from "@beans-picker/fixture";
import { formMoves } from "../../testing/form-moves.js";
import { describeRandomActions, on } from "../../testing/random-actions.js";

/** The options of a drop-down exist only while its list is open. */
const isRefused = (title: string): boolean => title.startsWith("choose_option");

describeRandomActions<FormState>({
  name: "GTK 4",
  // Ten thousand rows, of which two hundred can be read, would be most of the work.
  start: (options) => startGtk4Fixture({ ...options, rows: 6 }),
  seeds: [1, 2, 3, 4, 5],
  each: 100,
  moves: (pick) => [
    ...formMoves(pick).map((move) => (isRefused(move.title) ? { ...move, mayRefuse: ["foreground_required"] } : move)),
    on("Newsletter", "checkbox", { kind: "key", key: "space" }, ({ newsletter }) => ({ newsletter: !newsletter })),
    on("Save", "button", { kind: "key", key: "space" }, ({ saves }) => ({ saves: saves + 1, status: "Saved" })),
  ],
});
