import { commonSamples, sampleOwner, type ContractSamples } from "./sample.js";

export const verifierSamples: ContractSamples = {
  methods: {
    ...commonSamples("verifier"),
    "watch.begin": {
      params: {
        owner: sampleOwner,
        snapshotId: "s-1",
        action: { kind: "set_value", handle: 3, text: "a\nb\u00e9\u{1f600}" },
      },
      result: { watchId: "w-1" },
    },
    "watch.judge": {
      params: { owner: sampleOwner, watchId: "w-1" },
      result: {
        verdict: {
          effect: "done",
          evidence: "The field's exact text is the text that was asked for.",
          snapshots: 2,
          exact: true,
          change: {
            fieldsChanged: [{ role: "textfield", label: "Name", before: "", after: "a" }],
            windowTitle: "Editor*",
          },
        },
        after: "s-2",
      },
    },
    "watch.drop": { params: { owner: sampleOwner, watchId: "w-1" }, result: {} },
  },
  events: {},
};
