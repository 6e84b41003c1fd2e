import { projectConfig } from "../../vitest.shared.js";

// Files share one desktop, on which only one window can be in front: one file at a time.
export default projectConfig("@beans-picker/desktop-process", {
  globalSetup: ["@beans-picker/sandbox/vitest-setup"],
  fileParallelism: false,
});
