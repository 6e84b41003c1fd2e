import { projectConfig } from "../../vitest.shared.js";

export default projectConfig("@beans-picker/x11", {
  // The desktop's variables are put in here; a project without the table has no place for them.
  env: {},
  globalSetup: ["@beans-picker/sandbox/vitest-setup"],
  // One desktop for all files: two at once would take the front from each other.
  fileParallelism: false,
});
