import { projectConfig } from "../../vitest.shared.js";

export default projectConfig("@beans-picker/desktop-process", { globalSetup: ["@beans-picker/sandbox/vitest-setup"] });
