import js from "@eslint/js";
import nx from "@nx/eslint-plugin";
import prettier from "eslint-plugin-prettier/recommended";
import tseslint from "typescript-eslint";

/** Which package may import which, by nx tag. Libraries are named one by one so that the layers cannot turn around. */
const boundaries = [
  { sourceTag: "scope:shared", onlyDependOnLibsWithTags: [] },
  { sourceTag: "scope:desktop", onlyDependOnLibsWithTags: ["scope:shared"] },
  { sourceTag: "scope:candidates", onlyDependOnLibsWithTags: ["scope:shared", "scope:desktop"] },
  { sourceTag: "scope:ranking", onlyDependOnLibsWithTags: ["scope:shared", "scope:desktop", "scope:candidates"] },
  { sourceTag: "scope:verification", onlyDependOnLibsWithTags: ["scope:shared", "scope:desktop", "scope:candidates"] },
  {
    sourceTag: "scope:protocol",
    onlyDependOnLibsWithTags: [
      "scope:shared",
      "scope:desktop",
      "scope:candidates",
      "scope:ranking",
      "scope:verification",
    ],
  },
  { sourceTag: "scope:ipc", onlyDependOnLibsWithTags: ["scope:shared", "scope:protocol"] },
  { sourceTag: "scope:dbus", onlyDependOnLibsWithTags: ["scope:shared", "scope:desktop"] },
  { sourceTag: "scope:x11", onlyDependOnLibsWithTags: ["scope:shared"] },
  { sourceTag: "type:app", onlyDependOnLibsWithTags: ["type:lib", "type:tool"] },
  { sourceTag: "type:cli", onlyDependOnLibsWithTags: ["type:lib", "type:app", "type:tool"] },
  { sourceTag: "type:tool", onlyDependOnLibsWithTags: ["type:lib", "type:tool"] },
  { sourceTag: "type:bench", onlyDependOnLibsWithTags: ["type:lib", "type:tool", "type:app", "type:cli"] },
];

/** Modules that only one place may use, with the place. Everything else gets the rule. */
const only = {
  sockets: { name: "zeromq", message: "Only libs/ipc opens sockets." },
  processes: {
    name: "node:child_process",
    message: "Only the supervisor, the back ends and the tools start processes.",
  },
  x11: { name: "x11", message: "Only back ends and the watcher touch the desktop." },
  http: { name: "undici", message: "Only the Jev client talks HTTP." },
  driver: { name: "@trycua/cua-driver", message: "Only the cua back end talks to the driver." },
};

function restrict(...paths) {
  return { "no-restricted-imports": ["error", { paths }] };
}

export default tseslint.config(
  { ignores: ["**/dist/**", "**/node_modules/**", ".nx/**", ".cache/**"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "AbortSignal",
          property: "timeout",
          message: "Node.js 20 collects it inside of `any`; use timeLimit.",
        },
      ],
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      ...restrict(only.sockets, only.processes, only.x11, only.driver, only.http),
    },
  },
  {
    files: ["**/*.ts", "**/*.js", "**/*.mjs"],
    plugins: { "@nx": nx },
    rules: {
      "@nx/enforce-module-boundaries": [
        "error",
        {
          depConstraints: boundaries,
          // Loaded late where a client waits for its greeting, and at once elsewhere.
          checkDynamicDependenciesExceptions: ["@beans-picker/ipc", "@beans-picker/ranking"],
          // Set-up and the Swift toolchain run before any package is installed, so they know each other by path.
          allow: [
            "../../vitest.shared.js",
            "../vitest.shared.js",
            "../../setup/src/run.mjs",
            "../../swift/src/paths.mjs",
          ],
        },
      ],
    },
  },
  { files: ["libs/ipc/**/*.ts"], rules: restrict(only.x11, only.driver, only.http) },
  {
    files: ["libs/ranking/src/jev/**/*.ts"],
    rules: restrict(only.sockets, only.processes, only.x11, only.driver),
  },
  { files: ["apps/desktop/src/backends/**/*.ts"], rules: restrict(only.sockets, only.http) },
  // The recorder is a process of the watcher's own, and FFmpeg one of the recorder's.
  { files: ["apps/watcher/src/record/**/*.ts"], rules: restrict(only.sockets, only.x11, only.driver) },
  // `watch` runs the command that it is given.
  { files: ["apps/cli/src/watch/command-run.ts"], rules: restrict(only.sockets, only.x11, only.driver) },
  { files: ["libs/x11/**/*.ts"], rules: restrict(only.sockets, only.processes, only.driver, only.http) },
  { files: ["tools/**/*.ts", "bench/**/*.ts"], rules: restrict(only.sockets, only.driver, only.http) },
  {
    // Tests start real processes and look at the desktop with independent means, tools of other layers included.
    files: ["**/*.test.ts", "**/testing/**/*.ts"],
    rules: {
      "@nx/enforce-module-boundaries": "off",
      "no-restricted-imports": "off",
      "no-restricted-properties": "off",
      "@typescript-eslint/consistent-type-assertions": "off",
    },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        setImmediate: "readonly",
        Buffer: "readonly",
        setInterval: "readonly",
        clearInterval: "readonly",
      },
    },
  },
  prettier,
);
