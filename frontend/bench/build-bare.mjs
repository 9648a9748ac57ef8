// Builds the bare page with the web app's own Vite, React and router, into the folder that is named.
import path from "node:path";

import { build } from "vite";

const [outDir] = process.argv.slice(2);

await build({
  root: path.join(import.meta.dirname, "bare"),
  configFile: false,
  base: "/static/bare/",
  logLevel: "error",
  build: { outDir, emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
});
