import { type FormState, startQtFixture } from "@beans-picker/fixture";
import { formMoves } from "../../testing/form-moves.js";
import { describeRandomActions, on } from "../../testing/random-actions.js";

describeRandomActions<FormState>({
  name: "Qt 5",
  start: startQtFixture,
  seeds: [1, 2, 3, 4, 5],
  each: 100,
  moves: (pick) => [
    ...formMoves(pick),
    on("Newsletter", "checkbox", { kind: "key", key: "space" }, ({ newsletter }) => ({ newsletter: !newsletter })),
    on("Save", "button", { kind: "key", key: "space" }, ({ saves }) => ({ saves: saves + 1, status: "Saved" })),
    on("Name", "textfield", { kind: "key", key: "ctrl+a" }, () => ({})),
    on<FormState>("Size", "popup", { kind: "key", key: "end" }, () => ({ size: "Large" })),
  ],
});
