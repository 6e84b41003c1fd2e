import { normaliseLinux, normaliseMacos } from "@beans-picker/desktop";
import type { Observation } from "../backends/cua/observe.js";

/** One element as cua-driver 0.28.2 lists it, without its number and token. */
export interface Element {
  role: string;
  label?: string;
  value?: string;
  actions?: string[];
  depth?: number;
  frame?: { x: number; y: number; w: number; h: number } | undefined;
  /** False: shown in the tree, but not as an element, as the driver does with disabled controls. */
  listed?: boolean;
}

export const window = { pid: 4_711, windowId: 99 };
const bounds = { x: 100, y: 100, width: 400, height: 600 };

/** A `get_window_state` answer of Linux for these elements, one below the other, 30 pixels each. */
export function linuxState(elements: readonly Element[], origin: { x: number; y: number } = bounds) {
  let index = -1;
  const listed: Record<string, unknown>[] = [];
  const lines = [`- frame = "Probe"`];
  elements.forEach((element, row) => {
    const { role, label = "", value, actions = [], depth = 2, listed: isListed = true } = element;
    const indent = "  ".repeat(depth);
    if (!isListed) {
      lines.push(`${indent}- ${role} = "${label}"`);
      return;
    }
    index += 1;
    const shown = value === undefined ? "" : ` value="${value}"`;
    lines.push(`${indent}- [${String(index)}] ${role} "${label}"${shown} [actions=[${actions.join(",")}]]`);
    const frame = "frame" in element ? element.frame : { x: origin.x, y: origin.y + row * 30, w: 200, h: 30 };
    listed.push({
      element_index: index,
      role,
      depth,
      enabled: true,
      ...(label === "" ? {} : { label }),
      ...(value === undefined ? {} : { value }),
      ...(actions.length === 0 ? {} : { actions }),
      ...(frame === undefined ? {} : { frame }),
    });
  });
  return {
    app_name: "probe",
    window_title: "Probe",
    window_bounds: { ...bounds, ...origin },
    elements: listed,
    element_count: listed.length,
    total_element_count: listed.length,
    returned_element_count: listed.length,
    tree_markdown: `${lines.join("\n")}\n`,
  };
}

/** What a look at a Linux window with these elements gives; tokens are `t<index>`. */
export function linuxLook(elements: readonly Element[], origin?: { x: number; y: number }): Observation {
  const state = linuxState(elements, origin);
  const withTokens = state.elements.map((one) => ({ ...one, element_token: `t${String(one["element_index"])}` }));
  return normaliseLinux({
    state: { ...state, pid: window.pid, window_id: window.windowId, elements: withTokens },
    windows: null,
    frontPid: null,
    ...window,
    limits: { maxElements: 5_000 },
    backend: "cua-driver",
  });
}

/** An element as cua-driver 0.28 lists it on macOS. */
export interface AxElement {
  role: string;
  label?: string;
  value?: string;
  depth: number;
  enabled?: boolean;
  parent?: number;
}

/** A `get_window_state` answer of macOS. Taken from the driver's sources: it could not be recorded on a Mac here. */
export function macosState(elements: readonly AxElement[]) {
  const lines = elements.map(({ role, label = "", value, depth }, index) => {
    const shown = value === undefined ? "" : ` = "${value}"`;
    return `${"  ".repeat(depth)}- [${String(index)}] ${role} "${label}"${shown} [actions=[press]]`;
  });
  return {
    app_name: "Probe",
    window_title: "Probe",
    window_bounds: bounds,
    elements: elements.map(({ role, label, value, depth, enabled = true, parent }, index) => ({
      element_index: index,
      role,
      depth,
      enabled,
      actions: ["AXPress"],
      frame: { x: 100, y: 100 + index * 30, w: 200, h: 30 },
      ...(label === undefined ? {} : { label }),
      ...(value === undefined ? {} : { value }),
      ...(parent === undefined ? {} : { parent_index: parent }),
    })),
    element_count: elements.length,
    tree_markdown: `${lines.join("\n")}\n`,
  };
}

export function macosLook(elements: readonly AxElement[]): Observation {
  const state = macosState(elements);
  const withTokens = state.elements.map((one) => ({ ...one, element_token: `t${String(one.element_index)}` }));
  return normaliseMacos({
    state: { ...state, pid: window.pid, window_id: window.windowId, elements: withTokens },
    windows: null,
    frontPid: null,
    ...window,
    limits: { maxElements: 1_500, maxDepth: 25 },
    backend: "cua-driver",
  });
}
