import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer } from "./refusal.js";
import type { DriverReply } from "./transport.js";

const reply = (parts: Partial<DriverReply>): DriverReply => ({
  structured: null,
  text: "",
  images: [],
  isError: false,
  code: null,
  ...parts,
});

describe("the driver's answers", () => {
  it.each([
    [
      "the object of the core guards",
      { isError: true, structured: { status: "refused", refusal: { code: "stale_element_token", message: "x" } } },
      { code: "stale_element_token", retry: true },
    ],
    [
      "the same object without an error mark, as browser reads give it",
      { structured: { status: "refused", refusal: { code: "browser_ref_stale", message: "x" } } },
      { code: "browser_ref_stale", retry: true },
    ],
    [
      "the list of candidate windows",
      {
        isError: true,
        structured: { code: "ambiguous_window_target", effect: "refused", candidates: [{ window_title: "secret" }] },
      },
      { code: "ambiguous_window_target", retry: false },
    ],
    [
      "the delivery refusal",
      { isError: true, structured: { code: "background_unavailable", escalation: { recommended: "foreground" } } },
      { code: "background_unavailable", retry: false },
    ],
    [
      "a refused effect with its code in the text alone",
      { structured: { effect: "refused", route: "dom" }, text: "refused (browser_input_trust_unavailable): no" },
      { code: "browser_input_trust_unavailable", retry: false },
    ],
    [
      "a clipboard that is not there",
      { isError: true, structured: { error_code: "clipboard_unavailable", status: "unavailable" } },
      { code: "clipboard_unavailable", retry: false },
    ],
    [
      "a text that a window is gone",
      { isError: true, text: "Window target pid 1, window_id 2 is stale or no longer running; refresh list_windows." },
      { code: "window_not_found", retry: false },
    ],
    ["a text that a tool is not there", { isError: true, text: "Unknown tool: nope" }, { code: "unknown_driver_tool" }],
    [
      "a text that a control takes no text",
      { isError: true, text: "element 0 exposes neither EditableText nor Value" },
      { code: "tool_error" },
    ],
  ])("are a refusal in the form of %s [driver.refusal]", (_, parts, expected) => {
    const answer = readAnswer(reply(parts));
    expect(answer).toMatchObject({ kind: "refused", refusal: expected, delivery: "not_delivered" });
  });

  it("are a refusal whenever any one sign says so, and never pass the driver's text on", () => {
    const signs = fc.record(
      {
        isError: fc.boolean(),
        code: fc.constantFrom(null, "stale_element_token"),
        status: fc.constantFrom(undefined, "ok", "refused"),
        effect: fc.constantFrom(undefined, "unverifiable", "confirmed", "refused", "failed"),
        inStructure: fc.constantFrom(undefined, "background_occluded"),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(signs, ({ isError, code, status, effect, inStructure }) => {
        const answer = readAnswer(
          reply({ isError, code, structured: { status, effect, code: inStructure }, text: "TYPED-SECRET on screen" }),
        );
        const bad =
          isError ||
          code !== null ||
          inStructure !== undefined ||
          status === "refused" ||
          effect === "refused" ||
          effect === "failed";
        expect(answer.kind).toBe(bad ? "refused" : "accepted");
        expect(JSON.stringify(answer)).not.toContain("TYPED-SECRET");
      }),
    );
  });

  it.each(["delivery_failed", "type_text_incomplete", "action_outcome_mismatch"])(
    "leave it open whether something happened after %s",
    (code) => {
      expect(readAnswer(reply({ isError: true, structured: { code } }))).toMatchObject({ delivery: "uncertain" });
    },
  );

  it("leave it open whether something happened after an error of unknown words", () => {
    expect(readAnswer(reply({ isError: true, text: "Something went sideways (-25205)" }))).toMatchObject({
      delivery: "uncertain",
      refusal: { code: "tool_error" },
    });
  });

  it("leave it open whether something happened when the app says that it did not press", () => {
    expect(readAnswer(reply({ isError: true, text: "AX action failed (-25205)" }))).toMatchObject({
      delivery: "uncertain",
      refusal: { code: "ax_action_failed" },
    });
  });

  it("give the driver's word on the effect as a hint only when it is one we know", () => {
    const hint = (effect: unknown) => readAnswer(reply({ structured: { effect, route: "accessibility" } }));
    expect(hint("confirmed")).toEqual({ kind: "accepted", route: "accessibility", hint: "confirmed" });
    expect(hint("marvellous")).toMatchObject({ kind: "accepted", hint: undefined });
  });

  it("do not carry a code that is no code", () => {
    expect(readAnswer(reply({ code: "a\u202eb <script>" }))).toMatchObject({ refusal: { code: "tool_error" } });
  });
});
