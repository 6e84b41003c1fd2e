import { type ViteUserConfig } from "vitest/config";
/** Settings every package's tests share; `overrides` win. Other packages are read from their built `dist`. */
export declare function projectConfig(name: string, overrides?: ViteUserConfig["test"]): ViteUserConfig;
//# sourceMappingURL=vitest.shared.d.ts.map