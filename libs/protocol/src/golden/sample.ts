/** Example parameters and result of a method. */
export interface MethodSample {
  readonly params: unknown;
  readonly result: unknown;
}

/** Examples for one contract: every method and event has one, which a test checks. */
export interface ContractSamples {
  readonly methods: Readonly<Record<string, MethodSample>>;
  readonly events: Readonly<Record<string, unknown>>;
}

/** Stands in for an owner's word: long enough to be one, and plainly not a secret. */
export const sampleOwner = "golden-frame-owner-0001";

export const commonSamples = (role: string): Readonly<Record<string, MethodSample>> => ({
  hello: {
    params: { role, version: { major: 1, minor: 0 }, build: "0.1.0+golden" },
    result: {
      role,
      version: { major: 1, minor: 0 },
      build: "0.1.0+golden",
      pid: 4242,
      capabilities: ["hello", "cancel"],
    },
  },
  cancel: { params: { call: 300 }, result: { known: true } },
});
