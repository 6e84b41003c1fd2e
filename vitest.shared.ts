import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Settings every package's tests share; `overrides` win. Other packages are read from their built `dist`. */
export function projectConfig(name: string, overrides: ViteUserConfig["test"] = {}): ViteUserConfig {
  return defineConfig({
    test: {
      name,
      include: ["src/**/*.test.ts"],
      testTimeout: 30_000,
      hookTimeout: 60_000,
      pool: "forks",
      ...overrides,
    },
  });
}
