import { commonSamples, type ContractSamples } from "./sample.js";

const editor = { pid: 70_000, windowId: 31, app: "Édition — エディタ" };
const nobody = { pid: null, windowId: null, app: null };

export const watcherSamples: ContractSamples = {
  methods: {
    ...commonSamples("watcher"),
    "front.current": { params: {}, result: { front: editor, blindMs: 0 } },
  },
  events: {
    "front.changed": { front: editor, previous: nobody, monotonicMs: 86_400_000.125, blindMs: 2.5 },
  },
};
