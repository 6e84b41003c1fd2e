import { windowOf } from "@beans-picker/desktop/sketch";
import { describe, expect, it } from "vitest";
import { nodeAt } from "./point.js";

const frame = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const label = (snapshot: ReturnType<typeof windowOf>, x: number, y: number): string | undefined => {
  const handle = nodeAt(snapshot, { x, y });
  return snapshot.nodes.find((node) => node.handle === handle)?.label;
};

describe("the control at a point", () => {
  const nodes = [
    {
      role: "group",
      label: "Row",
      frame: frame(0, 0, 200, 40),
      inside: [{ role: "button", label: "Edit", frame: frame(150, 5, 40, 30) }],
    },
    { role: "button", label: "Hidden", frame: frame(0, 0, 20, 20), states: { showing: false } },
    { role: "text", label: "Only read", frame: frame(10, 10, 20, 10), operable: false },
    {
      role: "dialog",
      label: "Sure?",
      frame: frame(100, 100, 100, 60),
      inside: [{ role: "button", label: "OK", frame: frame(110, 120, 30, 20) }],
    },
  ] as const;

  it("is the smallest one that can be operated and shows [native.point]", () => {
    const snapshot = windowOf({ nodes });
    expect(label(snapshot, 160, 20)).toBe("Edit");
    expect(label(snapshot, 15, 15)).toBe("Row");
    expect(label(snapshot, 115, 125)).toBe("OK");
    expect(nodeAt(snapshot, { x: 401, y: 5 })).toBeNull();
  });

  it("is none behind a modal [native.point]", () => {
    const snapshot = windowOf({ nodes, modal: "Sure?" });
    expect(nodeAt(snapshot, { x: 160, y: 20 })).toBeNull();
    expect(label(snapshot, 115, 125)).toBe("OK");
  });
});
