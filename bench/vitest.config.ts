import { projectConfig } from "../vitest.shared.js";

export default projectConfig("@beans-picker/bench");
