import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

import app from "./package.json" with { type: "json" };
import { compileMessages, serveMessages } from "./scripts/compile-messages.ts";
import { writeRouteFile } from "./scripts/route-file.ts";
import { servedPage } from "./scripts/served-page.ts";

// The Django server that answers the API while `npm run dev` serves the pages.
const apiServer = process.env["API_SERVER"] ?? "http://127.0.0.1:8000";

const OF_SERVER = ["/api", "/auth", "/admin", "/media", "/photos", "/stripe-standin", "/manifest.webmanifest"];

/** Says why a test failed that then passed: the summary of the checks repeats the lines (tools/check.py). */
const flakyTests: Reporter = {
  onTestCaseResult: (test) => {
    if (test.diagnostic()?.flaky !== true) return;
    for (const { message, stacks = [] } of test.result().errors ?? []) {
      const at = stacks.map(({ file, line }) => `${file}:${String(line)}`).join(" < ");
      process.stdout.write(`FLAKY ${test.fullName}: ${message.replace(/\s+/g, " ").slice(0, 500)} (${at})\n`);
    }
  },
};

/** Home, the frame of every other page, and what most of them use of their own. */
const FIRST_ROUTE = [
  ...["src/main.tsx", "src/app/pages/home-page.tsx", "src/ui/page.tsx"],
  ...["src/lib/use-presence.ts", "src/ui/overlay/say-elsewhere.ts"],
];
const ICON_OF_MANY = /\/lucide-react\/.*\/icons\/check\.m?js$/;

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** Bundles what the first route needs into one file: on a slow line forty small ones would wait for each other. */
function ofFirstRoute(): (id: string, modules: Modules) => string | null {
  let found: Set<string> | null = null;
  const follow = (id: string, modules: Modules, seen: Set<string>): Set<string> => {
    if (seen.has(id)) return seen;
    seen.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) follow(imported, modules, seen);
    return seen;
  };
  return (id, modules) => {
    found ??= FIRST_ROUTE.reduce(
      (seen, file) => follow(fileURLToPath(new URL(file, import.meta.url)), modules, seen),
      new Set<string>(),
    );
    return found.has(id) || ICON_OF_MANY.test(id) ? "first-route" : null;
  };
}

/**
 * Small modules, and icons, shared by booking, tracking and recurring bookings: smaller as one chunk than one by one.
 */
const OF_FORMS =
  /\/src\/(ui\/(form\/|field\.|begin-at-heading\.|needs-connection\.|radio-tile\.)|lib\/use-(online|restored)\.)|\/lucide-react\/.*\/icons\/(plus|credit-card)\.m?js$/;
/** The same for booking and recurring bookings. */
const OF_BOOKINGS =
  /\/src\/(ui\/(own-addresses|radio-cards|checkbox)\.|api\/(addresses\/(address-line|suggested-address)|prices\/(add-on-prices|weight))\.)/;
/** Shared by every page with orders, and by those that change an order. */
const OF_ORDERS =
  /\/src\/(offline\/pending-actions|api\/orders\/(use-orders|order-status|lateness)|lib\/pickup-window)\./;
const OF_ORDER_ACTS = /\/src\/(api\/(orders\/use-order-acts|http\/use-send)|offline\/operations)\./;

/**
 * Only dynamic entries are named. Shared chunks have a hash alone, and a short one, because the entry script and the
 * service worker list all of them.
 */
const nameOf = ({ isDynamicEntry }: { isDynamicEntry: boolean }): string =>
  isDynamicEntry ? "assets/[name]-[hash:7].js" : "assets/c-[hash:7].js";

const kebab = (name: string): string =>
  name.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z0-9])(?=[A-Z][a-z])/g, "-").toLowerCase();

/** Imports each icon by its own file: through their index the first route would carry those of every other page. */
const iconsOneByOne: Plugin = {
  name: "icons-one-by-one",
  // Tests also start faster.
  apply: (_, { command }) => command === "build" || process.env["VITEST"] !== undefined,
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("/src/") || !code.includes('"lucide-react"')) return null;
    const direct = code.replace(
      /import \{([^}]+)\} from "lucide-react";/g,
      (_, names: string) =>
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

/** Dynamic imports go through the app's own helper, which asks again for a chunk that did not arrive. */
const chunksByOwnHelper: Plugin = {
  name: "chunks-by-own-helper",
  apply: "build",
  enforce: "pre",
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => ({ code: 'export { loadChunk as __vitePreload } from "/src/lib/load-chunk.ts";', map: null }),
  },
};

/** react-router resolves to its development build; use the production build without warnings. */
const routerOfProduction = {
  find: /^react-router$/,
  replacement: fileURLToPath(new URL("./node_modules/react-router/dist/production/index.mjs", import.meta.url)),
};

/** React has built in what SWR ships for older versions. */
const storesOfReact = { find: /^use-sync-external-store\/shim$/, replacement: "react" };

const messages = serveMessages();

/** These tests need neither DOM nor translations, so they run in node. */
const WITHOUT_PAGE = [
  "src/lib/{dates,distance,folding,initial,maps-link,money,once-per,phone,postal-codes,weeks}.test.ts",
  "src/api/{http/attempts,prices/price}.test.ts",
  "src/{i18n,offline}/*.test.ts",
  "src/worker/{app-page,app-routes}.test.ts",
  "src/{app,features}/**/*.test.ts",
];

/** These tests use fake-indexeddb, which the app opens once: each file runs in its own process. */
const WITH_STORE = [
  "src/app/{impersonation-offline,lazy-banners}.test.tsx",
  "src/app/pages/{handover,workspace-offline}.test.tsx",
  "src/features/messages/conversation.test.tsx",
  "src/features/offline/offline-banner.test.tsx",
  "src/api/session/silent-store.test.tsx",
  "src/features/{profile/sign-out,rating/rating-offline}.test.tsx",
  "src/api/{cache/offline-fallback,http/{use-send,held-backup}}.test.tsx",
];

export default defineConfig(({ command }) => ({
  // Django serves the built files below /static/; in development Vite serves everything from the root.
  base: command === "build" ? "/static/app/" : "/",
  define: { ...messages.define, APP_VERSION: JSON.stringify(app.version) },
  plugins: [
    writeRouteFile(),
    servedPage(apiServer),
    compileMessages,
    messages.plugin,
    iconsOneByOne,
    chunksByOwnHelper,
    react(),
    tailwindcss(),
  ],
  resolve: {
    alias: [
      { find: "@", replacement: fileURLToPath(new URL("./src", import.meta.url)) },
      ...(command === "build" ? [routerOfProduction, storesOfReact] : []),
    ],
  },
  build: {
    outDir: "dist/app",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The HTML is Django's page template, which reads the manifest entry "src/main.tsx".
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        chunkFileNames: nameOf,
        codeSplitting: {
          groups: [
            { name: ofFirstRoute(), debugName: "first route" },
            { name: "forms", test: OF_FORMS },
            { name: "bookings", test: OF_BOOKINGS },
            { name: "orders", test: OF_ORDERS },
            { name: "order-acts", test: OF_ORDER_ACTS },
          ],
        },
      },
    },
  },
  server: {
    // Keep the Host header: the server refuses requests from another origin.
    proxy: Object.fromEntries(OF_SERVER.map((path) => [path, { target: apiServer, changeOrigin: false }])),
  },
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    // Print the whole DOM on failure: a dialog comes after the page that it covers.
    env: { DEBUG_PRINT_LIMIT: "50000" },
    testTimeout: 20_000,
    // A sample of each kind, or all for `make proof`.
    provide: { interleavings: process.env["SWEEP"] === "all" ? 1000 : 150 },
    // On CI a failed test is retried once; the summary names it as flaky, and it must still be looked at.
    retry: process.env["CI"] === undefined ? 0 : 1,
    reporters: ["default", flakyTests],
    // Two cores are shared with the back end's tests.
    maxWorkers: 2,
    projects: [
      // Packages (React, the router) are loaded once per worker, the app's own modules again for each test file. The
      // document is shared; src/test/setup.ts cleans it after each test.
      {
        extends: true,
        test: {
          name: "app",
          isolate: false,
          environment: "happy-dom",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: [...WITHOUT_PAGE, ...WITH_STORE],
          setupFiles: ["src/test/clock.ts", "src/test/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "device",
          environment: "happy-dom",
          include: WITH_STORE,
          setupFiles: ["src/test/clock.ts", "src/test/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "code",
          environment: "node",
          include: [...WITHOUT_PAGE, "{eslint-rules,scripts}/*.test.ts"],
          setupFiles: ["src/test/clock.ts"],
        },
      },
    ],
  },
}));
