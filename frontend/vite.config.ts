import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import { compileMessages } from "./scripts/compile-messages.ts";

// The Django server that answers the API while `npm run dev` serves the pages.
const apiServer = process.env["API_SERVER"] ?? "http://127.0.0.1:8000";

const FIRST_ROUTE = ["src/main.tsx", "src/app/pages/home-page.tsx", "src/i18n/en/home.ts", "src/i18n/en/providers.ts"];

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** What the first route needs lies in one file: on a slow line forty small ones would wait for each other. */
function ofFirstRoute(): (id: string, modules: Modules) => string | null {
  let found: Set<string> | null = null;
  const follow = (id: string, modules: Modules, seen: Set<string>): Set<string> => {
    if (seen.has(id)) return seen;
    seen.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) follow(imported, modules, seen);
    return seen;
  };
  return (id, modules) => {
    found ??= FIRST_ROUTE.reduce((seen, file) => follow(fileURLToPath(new URL(file, import.meta.url)), modules, seen), new Set<string>());
    return found.has(id) ? "first-route" : null;
  };
}

const kebab = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z0-9])(?=[A-Z][a-z])/g, "-").toLowerCase();

/** Asks for each icon by its own file: through their index the first route would carry those of every other page. */
const iconsOneByOne: Plugin = {
  name: "icons-one-by-one",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("/src/") || !code.includes('"lucide-react"')) return null;
    const direct = code.replace(/import \{([^}]+)\} from "lucide-react";/g, (_, names: string) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "" && !name.startsWith("type "))
        .map((name) => name.split(" as "))
        .map(([icon = "", local = icon]) => `import ${local} from "lucide-react/icons/${kebab(icon)}";`)
        .join(" ") + (names.includes("type LucideIcon") ? 'import type { LucideIcon } from "lucide-react";' : ""),
    );
    return { code: direct, map: null };
  },
};

export default defineConfig(({ command }) => ({
  // Django serves the built files below /static/; in development Vite serves everything from the root.
  base: command === "build" ? "/static/app/" : "/",
  plugins: [compileMessages, iconsOneByOne, react(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist/app",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page itself is Django's shell template; it reads the manifest entry "src/main.tsx".
    rolldownOptions: { input: "src/main.tsx", output: { codeSplitting: { groups: [{ name: ofFirstRoute(), debugName: "first route" }] } } },
  },
  server: {
    proxy: { "/api": apiServer, "/auth": apiServer, "/admin": apiServer, "/media": apiServer },
  },
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 20_000,
    // Two cores are shared with the back end's tests.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "app", environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"], setupFiles: ["src/test/setup.ts"] } },
      { extends: true, test: { name: "rules", environment: "node", include: ["eslint-rules/*.test.ts"] } },
    ],
  },
}));
