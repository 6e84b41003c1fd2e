import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["apps/*", "bench", "libs/*", "tools/sandbox", "tools/fixture", "tools/jev-server", "tools/promises"],
    // Two cores; desktop tests each start a display of their own.
    maxWorkers: 2,
  },
});
