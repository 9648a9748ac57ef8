// Builds the service worker after the app, with the list of the app's files.
import { readFile, rm } from "node:fs/promises";
import path from "node:path";

import { build } from "vite";
import { injectManifest } from "workbox-build";

const frontend = path.resolve(import.meta.dirname, "..");
const app = path.join(frontend, "dist/app");
const outDir = path.join(frontend, "dist/worker");

const { en } = JSON.parse(await readFile(path.join(app, ".vite/texts.json"), "utf8"));
const [, hash] = /-([\w-]{8})\.json$/.exec(en.common);

try {
  await build({
    configFile: false,
    root: frontend,
    logLevel: "warn",
    publicDir: false,
    define: { TEXTS_HASH: JSON.stringify(hash) },
    resolve: { alias: { "@": path.join(frontend, "src") } },
    build: {
      outDir,
      target: "es2022",
      rolldownOptions: { input: "src/sw.ts", output: { format: "iife", entryFileNames: "sw.js" } },
    },
  });
  // Of a file whose name contains its hash the URL says all: that is 100 bytes of the worker.
  const short = (entry) => (entry.revision === null ? entry.url : entry);
  const { count, warnings } = await injectManifest({
    swSrc: path.join(outDir, "sw.js"),
    swDest: path.join(app, "sw.js"),
    globDirectory: app,
    globPatterns: ["assets/*.{js,css,woff2}", "icons/*.png", "favicon.svg", "assets/texts-en-*.json"],
    // The live map needs a connection anyway, and is as large as ten pages.
    globIgnores: ["assets/position-map-*"],
    modifyURLPrefix: { "": "/static/app/" },
    // These names contain a content hash.
    dontCacheBustURLsMatching: /^\/static\/app\/assets\//,
    manifestTransforms: [(manifest) => ({ manifest: manifest.map(short) })],
  });
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
  console.log(`The service worker keeps ${count} files.`);
} finally {
  await rm(outDir, { recursive: true, force: true });
}
