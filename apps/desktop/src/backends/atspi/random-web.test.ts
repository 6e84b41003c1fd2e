import { type FormState, startWebFixture } from "@beans-picker/fixture";
import { formMoves } from "../../testing/form-moves.js";
import { describeRandomActions, on } from "../../testing/random-actions.js";

describeRandomActions<FormState>({
  name: "Chromium",
  start: startWebFixture,
  seeds: [1, 2, 3, 4, 5],
  each: 100,
  moves: (pick) => [
    ...formMoves(pick),
    on("Newsletter", "checkbox", { kind: "key", key: "space" }, ({ newsletter }) => ({ newsletter: !newsletter })),
  ],
});
