import { projectConfig } from "../../vitest.shared.js";

export default projectConfig("beans-picker", {
  globalSetup: ["@beans-picker/sandbox/vitest-setup"],
  // One desktop: what one test brings to the front another one would see.
  fileParallelism: false,
  testTimeout: 60_000,
});
