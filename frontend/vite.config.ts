import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// The Django server that answers the API while `npm run dev` serves the pages.
const apiServer = process.env["API_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig(({ command }) => ({
  // Django serves the built files below /static/; in development Vite serves everything from the root.
  base: command === "build" ? "/static/app/" : "/",
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist/app",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page itself is Django's shell template; it reads the manifest entry "src/main.tsx".
    rolldownOptions: { input: "src/main.tsx" },
  },
  server: {
    proxy: { "/api": apiServer, "/auth": apiServer, "/admin": apiServer, "/media": apiServer },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 20_000,
    // Two cores are shared with the back end's tests.
    maxWorkers: 2,
  },
}));
