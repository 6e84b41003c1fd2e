import { commonSamples, sampleOwner, type ContractSamples } from "./sample.js";

const bounds = { x: -8, y: 40, width: 640.5, height: 480 };
const windowEntry = {
  windowId: 31,
  pid: 70_000,
  app: "Editor",
  title: "Untitled",
  bounds,
  onScreen: true,
  minimized: false,
  layer: 0,
  zIndex: null,
  spaces: null,
  onCurrentSpace: null,
};
const snapshot = {
  platform: "linux",
  backend: "golden",
  window: {
    pid: 70_000,
    windowId: 31,
    app: "Editor",
    title: "Untitled",
    bounds,
    otherWindows: ["Notes"],
    frontmost: null,
  },
  nodes: [
    {
      handle: 0,
      parent: null,
      depth: 0,
      role: "window",
      label: "Untitled",
      rawLabel: "Untitled",
      states: { enabled: true },
      actions: [],
      inWeb: false,
      operable: true,
    },
    {
      handle: 1,
      parent: 0,
      depth: 1,
      role: "checkbox",
      label: "Wrap",
      rawLabel: "_Wrap",
      identifier: "wrap",
      value: "1",
      rawValue: "1",
      valueExact: false,
      states: { enabled: true, checked: "mixed", focused: false },
      actions: ["click", "toggle"],
      frame: { x: 10, y: 20, width: 80, height: 24 },
      inWeb: false,
      operable: true,
    },
  ],
  texts: [{ handle: 1, text: "Wrap", raw: " Wrap " }],
  menus: [{ handle: 2, path: ["File", "Save"], enabled: true, operable: true, shortcut: "ctrl+s" }],
  modal: null,
  completeness: { complete: false, reasons: ["element_limit"], total: 70_001 },
};
const window = { pid: 70_000, windowId: 31 };
/** Not a picture, only bytes: every kind of byte marker, and a zero. */
const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0xc1, 0x80]);
const picture = {
  png: bytes,
  width: 2,
  height: 1,
  scale: 1.5,
  area: { x: 1, y: 2, width: 2, height: 1 },
  occluded: true,
};

export const desktopSamples: ContractSamples = {
  methods: {
    ...commonSamples("desktop"),
    "backend.describe": {
      params: {},
      result: { backend: "golden", platform: "linux", transport: "none", driverVersion: null, tools: ["click"] },
    },
    "apps.list": { params: {}, result: { apps: [{ pid: 70_000, name: "Editor", bundleId: null, active: true }] } },
    "windows.list": { params: { pid: 70_000, onScreenOnly: true }, result: { windows: [windowEntry] } },
    "snapshot.take": { params: { owner: sampleOwner, ...window }, result: { snapshotId: "s-1", snapshot } },
    "snapshot.changed": {
      params: { owner: sampleOwner, snapshotId: "s-1", waitMs: 400 },
      result: { changed: true },
    },
    "snapshot.read": { params: { owner: sampleOwner, snapshotId: "s-1" }, result: { snapshot } },
    "snapshot.capture": { params: { owner: sampleOwner, snapshotId: "s-1" }, result: picture },
    "snapshot.at": { params: { owner: sampleOwner, snapshotId: "s-1", x: 12, y: 3.5 }, result: { handle: 1 } },
    "snapshot.colours": {
      params: { owner: sampleOwner, snapshotId: "s-1" },
      result: { snapshotId: "s-2", snapshot, colours: [{ handle: 1, colour: "purple #9141AC" }] },
    },
    "owner.release": { params: { owner: sampleOwner }, result: {} },
    "action.perform": {
      params: { owner: sampleOwner, snapshotId: "s-1", action: { kind: "click", handle: 1, modifiers: ["shift"] } },
      result: {
        delivery: "uncertain",
        route: ["accessibility"],
        refusal: { code: "tool_error", message: "The driver refused.", retry: true },
        hint: "unverifiable",
      },
    },
    "window.capture": { params: window, result: picture },
    "screen.capture": { params: { region: bounds }, result: picture },
    "window.setFrame": { params: { ...window, frame: bounds }, result: { frame: null } },
    "clipboard.read": { params: {}, result: { types: ["text/plain"], text: null } },
    "clipboard.write": { params: { text: "copied" }, result: { types: ["text/plain"] } },
    "app.launch": {
      params: { name: "Editor", urls: ["https://example.org/"], newInstance: false },
      result: { pid: 70_000, name: "Editor", windows: [windowEntry] },
    },
    "driver.call": {
      params: { tool: "get_screen_size", arguments: { display: 1, nested: { list: [1, -1, 1.5, null, true, "x"] } } },
      result: {
        isError: false,
        text: "ok",
        structured: { width: 1_920, large: 9_007_199_254_740_991, small: -2_147_483_649 },
        images: [{ mimeType: "image/png", bytes }],
        code: null,
      },
    },
  },
  events: {},
};
