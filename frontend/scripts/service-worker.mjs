// Builds the service worker after the app, with the list of the app's files.
import { readFile, rename, rm } from "node:fs/promises";
import path from "node:path";

import { build } from "vite";
import { getManifest } from "workbox-build";

const frontend = path.resolve(import.meta.dirname, "..");
const app = path.join(frontend, "dist/app");
const outDir = path.join(frontend, "dist/worker");

const { en } = JSON.parse(await readFile(path.join(app, ".vite/texts.json"), "utf8"));
const [, hash] = /-([\w-]{8})\.json$/.exec(en.common);

// The paths alone: the whole list would be a thirtieth of the worker.
const { routes } = JSON.parse(await readFile(path.join(frontend, "src/app/routes.json"), "utf8"));

const ASSETS = "/static/app/assets/";
const { count, warnings, manifestEntries } = await getManifest({
  globDirectory: app,
  globPatterns: ["assets/*.{js,css,woff2}", "icons/*.png", "favicon.svg", "assets/texts-en-*.json"],
  // The live map needs a connection anyway, and is as large as ten pages.
  globIgnores: ["assets/position-map-*"],
  modifyURLPrefix: { "": "/static/app/" },
  // These names contain a content hash.
  dontCacheBustURLsMatching: /^\/static\/app\/assets\//,
});
if (warnings.length > 0) throw new Error(warnings.join("\n"));
const isAsset = ({ url }) => url.startsWith(ASSETS);
// Names alone: as entries they would be a twentieth of the worker.
const assets = manifestEntries.filter(isAsset).map(({ url }) => url.slice(ASSETS.length));

await build({
  configFile: false,
  root: frontend,
  logLevel: "warn",
  publicDir: false,
  define: {
    TEXTS_HASH: JSON.stringify(hash),
    ASSETS: JSON.stringify(assets.join(" ")),
    ROUTES: JSON.stringify(Object.keys(routes)),
    OTHER_FILES: JSON.stringify(manifestEntries.filter((entry) => !isAsset(entry))),
  },
  resolve: { alias: { "@": path.join(frontend, "src") } },
  build: {
    outDir,
    target: "es2022",
    rolldownOptions: { input: "src/sw.ts", output: { format: "iife", entryFileNames: "sw.js" } },
  },
});
await rename(path.join(outDir, "sw.js"), path.join(app, "sw.js"));
await rm(outDir, { recursive: true });
console.log(`The service worker keeps ${count} files.`);
