import { commonSamples, type ContractSamples } from "./sample.js";

const editor = { pid: 70_000, windowId: 31, app: "Édition — エディタ", title: "Brouillon 📝" };
const terminal = { pid: 801, windowId: 4_194_307, app: "Terminal", title: null };
const nobody = { pid: null, windowId: null, app: null, title: null };
const moment = { at: 1_767_225_600_123.5, monotonicMs: 86_400_000.125 };
const running = [
  { call: "17", tool: "act", pid: 70_000 },
  { call: "18", tool: "windows", pid: null },
];
const ended = {
  recordingId: "r-1",
  reason: "stopped",
  path: "/home/anna/Vidéos/essai.mp4",
  bytes: 5_000_000_000,
  durationSeconds: 12.25,
};

export const watcherSamples: ContractSamples = {
  methods: {
    ...commonSamples("watcher"),
    "front.current": {
      params: {},
      result: { front: editor, focus: { pid: 70_000, windowId: 31, role: "entry" }, ...moment, blindMs: 0 },
    },
    "front.watch": {
      params: { sampleMs: 20 },
      result: { front: nobody, ...moment, sampleMs: 20, blindMs: 20.5, seesInput: true },
    },
    "front.restore": {
      params: { from: [70_000, 801], to: { pid: 12, windowId: null }, evenPerson: false },
      result: { outcome: "restored", front: terminal, checks: 2 },
    },
    "calls.note": { params: { running }, result: {} },
    "lock.state": { params: {}, result: { locked: true, by: ["logind", "org.gnome.ScreenSaver"] } },
    "text.exact": {
      params: { pid: 70_000, windowId: 31 },
      result: {
        windows: ["Brouillon 📝"],
        fields: [
          { window: "Brouillon 📝", document: null, role: "entry", title: "Nom", value: " é\n" },
          { window: "Brouillon 📝", document: "file:///tmp/a.txt", role: "text", title: null, value: "" },
        ],
        complete: false,
      },
    },
    "menu.keys": {
      params: { pid: 70_000 },
      result: { commands: [{ path: ["File", "Save As…"], keys: "ctrl+shift+s" }], complete: true },
    },
    "record.start": {
      params: { pid: 70_000, windowId: 31, path: "/home/anna/Vidéos/essai.mp4", maxSeconds: 60 },
      result: { recordingId: "r-1", width: 640, height: 480, fps: 15, picture: "own" },
    },
    "record.stop": { params: { recordingId: "r-1" }, result: ended },
    permissions: {
      params: {},
      result: {
        permissions: [
          { name: "front", state: "granted", advice: null },
          { name: "screen_recording", state: "unknown", advice: "Open System Settings." },
        ],
      },
    },
  },
  events: {
    "front.changed": { front: editor, previous: nobody, ...moment, cause: "app", blindMs: 2.5, during: running },
    "focus.changed": { front: editor, focus: null, lost: true, ...moment },
    "lock.changed": { locked: false, by: [], ...moment },
    "calls.changed": { running: [], ...moment },
    "record.ended": { ...ended, reason: "window_closed", path: null, bytes: 0, durationSeconds: 0 },
  },
};
