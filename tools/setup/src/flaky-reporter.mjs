/** Names the tests that passed only when tried again: each is a fault to be found, in the test or in the product. */
export default class FlakyReporter {
  #flaky = [];

  onTestCaseResult(testCase) {
    if (testCase.diagnostic()?.flaky) this.#flaky.push(`${testCase.module.relativeModuleId}: ${testCase.fullName}`);
  }

  onTestRunEnd() {
    for (const name of this.#flaky) console.log(`flaky, passed when tried again: ${name}`);
  }
}
