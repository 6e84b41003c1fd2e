import { commonSamples, type ContractSamples } from "./sample.js";

const saveId = `c${"0a".repeat(16)}`;

export const rankerSamples: ContractSamples = {
  methods: {
    ...commonSamples("ranker"),
    rank: {
      params: {
        instruction: "save the file",
        text: "draft.txt",
        window: { app: "Editor", title: "Untitled", modal: null },
        options: [
          {
            id: saveId,
            kind: "click",
            does: "click button “Save”",
            facts: {
              role: "button",
              label: "Save",
              rawLabel: "Save",
              within: ["toolbar: Main"],
              occurrence: { index: 1, of: 2 },
              states: { enabled: true },
              inWeb: false,
              position: { x: 0.5, y: 1 },
            },
          },
        ],
      },
      result: {
        ranking: { ranked: [{ id: saveId, p: 0.75 }], pNone: 0.25, forced: saveId, ranker: "local" },
        decision: { outcome: "pick", id: saveId, p: 0.75, rule: "strict" },
      },
    },
    settle: {
      params: {
        app: "Editor",
        instruction: "save the file",
        withText: false,
        option: {
          id: saveId,
          kind: "click",
          does: "click button “Save”",
          facts: { role: "button", label: "Save", rawLabel: "Save", within: [], inWeb: false },
        },
        destructive: false,
        done: true,
      },
      result: {},
    },
  },
  events: {},
};
