// Builds the service worker once the app is built, and tells it the app's files.
import { rm } from "node:fs/promises";
import path from "node:path";

import { build } from "vite";
import { injectManifest } from "workbox-build";

const frontend = path.resolve(import.meta.dirname, "..");
const app = path.join(frontend, "dist/app");
const outDir = path.join(frontend, "dist/worker");

try {
  await build({
    configFile: false,
    root: frontend,
    logLevel: "warn",
    publicDir: false,
    resolve: { alias: { "@": path.join(frontend, "src") } },
    build: { outDir, target: "es2022", rolldownOptions: { input: "src/sw.ts", output: { format: "iife", entryFileNames: "sw.js" } } },
  });
  const { count, warnings } = await injectManifest({
    swSrc: path.join(outDir, "sw.js"),
    swDest: path.join(app, "sw.js"),
    globDirectory: app,
    globPatterns: ["assets/*.{js,css,woff2}", "icons/*.png", "favicon.svg", "manifest.webmanifest"],
    modifyURLPrefix: { "": "/static/app/" },
    // The build has named these after their content.
    dontCacheBustURLsMatching: /^\/static\/app\/assets\//,
  });
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
  console.log(`The service worker keeps ${count} files.`);
} finally {
  await rm(outDir, { recursive: true, force: true });
}
