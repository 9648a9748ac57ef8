import { fileURLToPath } from "node:url";

import js from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import playwright from "eslint-plugin-playwright";
import globals from "globals";
import tseslint from "typescript-eslint";

import layers from "./eslint-rules/layers.js";
import noCalls from "./eslint-rules/no-calls.js";
import noDeviceClock from "./eslint-rules/no-device-clock.js";
import translatableText from "./eslint-rules/translatable-text.js";

const sourceRoot = fileURLToPath(new URL("./src", import.meta.url));

const restrictedSyntax = [
  { selector: "ExportAllDeclaration", message: "No barrels: import from the file that defines it." },
  { selector: "ExportNamedDeclaration[source]", message: "No barrels: import from the file that defines it." },
  { selector: "ExportDefaultDeclaration", message: "Named exports only." },
  { selector: "TSEnumDeclaration", message: "A union of strings instead of an enum." },
  {
    selector: "CallExpression[callee.object.name=/^(localStorage|sessionStorage)$/]",
    message: "Storage can be missing or full: use lib/storage.ts.",
  },
];

export default tseslint.config(
  { ignores: ["dist", "node_modules"] },
  // Generated: there is nothing in it to lint, also where it is named on the command line.
  { files: ["src/api/schema.gen.ts"], processor: { preprocess: () => [], postprocess: () => [] } },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    // The rules that need types or follow the values through a component are in .oxlintrc.json.
    extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
    rules: {
      // The house style: `type` over `interface`, every signature typed.
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    languageOptions: { globals: globals.browser },
    plugins: {
      house: {
        rules: { layers, "no-calls": noCalls, "no-device-clock": noDeviceClock, "translatable-text": translatableText },
      },
    },
    rules: {
      "house/layers": ["error", { sourceRoot }],
      "house/translatable-text": "error",
      "no-console": "error",
      eqeqeq: "error",
      "no-restricted-syntax": ["error", ...restrictedSyntax],
    },
  },
  {
    // No circles, not even by a part that comes later: whoever reads one file of a circle has to read all of them.
    files: ["src/**/*.{ts,tsx}"],
    plugins: { "import-x": importX },
    settings: {
      "import-x/extensions": [".ts", ".tsx"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
      "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".tsx"], alias: { "@": [sourceRoot] } })],
    },
    rules: { "import-x/no-cycle": ["error", { ignoreExternal: true }] },
  },
  { ...jsxA11y.flatConfigs.recommended, files: ["src/**/*.tsx"] },
  { files: ["src/lib/storage.ts"], rules: { "no-restricted-syntax": "off" } },
  {
    // Tests of several files share a document: what one of them leaves there meets those of the others.
    files: ["src/**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...restrictedSyntax,
        {
          selector:
            "CallExpression[callee.object.name=/^(document|window)$/][callee.property.name='addEventListener']:not(:has(Property[key.name='signal']))",
          message: "Give it a signal that ends with the test: the next test's document is the same.",
        },
      ],
    },
  },
  {
    // The server is spoken to in api/ (and offline/, and by the service worker; texts are files, a page is asked for before a reload) alone: one hook a resource, one way to write.
    files: ["src/**/*.{ts,tsx}"],
    ignores: [
      "src/{offline,api,test,worker}/**",
      "src/sw.ts",
      "src/i18n/built-texts.ts",
      "src/lib/reload.ts",
      "src/**/*.test.{ts,tsx}",
    ],
    rules: { "house/no-calls": "error" },
  },
  {
    // The present moment is the server's.
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/**/*.test.{ts,tsx}", "src/test/**", "src/lib/server-clock.ts"],
    rules: { "house/no-device-clock": "error" },
  },
  { files: ["**/*.{js,mjs}", "scripts/**", "e2e/**"], languageOptions: { globals: globals.node } },
  {
    // Whatever a page still changes is asserted by what waits for it.
    files: ["e2e/**/*.ts"],
    plugins: { playwright },
    rules: {
      "playwright/missing-playwright-await": "error",
      "playwright/no-element-handle": "error",
      "playwright/no-focused-test": "error",
      "playwright/no-force-option": "error",
      "playwright/no-networkidle": "error",
      "playwright/no-page-pause": "error",
      "playwright/no-skipped-test": "error",
      "playwright/no-unsafe-references": "error",
      "playwright/no-useless-await": "error",
      "playwright/no-useless-not": "error",
      "playwright/no-wait-for-navigation": "error",
      "playwright/no-wait-for-selector": "error",
      "playwright/no-wait-for-timeout": "error",
      "playwright/prefer-web-first-assertions": "error",
      // A fixture of Playwright's that needs no other one takes an empty pattern.
      "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
    },
  },
  // What a table's acts are given and answer is said once, by the type of its rows.
  { files: ["e2e/layout/tables/**"], rules: { "@typescript-eslint/explicit-module-boundary-types": "off" } },
  // What measures in a browser is written here, and runs there.
  { files: ["bench/**/*.mjs"], languageOptions: { globals: globals.browser } },
);
