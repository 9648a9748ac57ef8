// Draws the public pages with React's server renderer, once the app is built; Django puts them into its page.
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { build } from "vite";

const frontend = path.resolve(import.meta.dirname, "..");
// Inside the project, so that the packages that it imports are found.
const outDir = path.join(frontend, "dist/prerender");

try {
  await build({ root: frontend, logLevel: "warn", build: { ssr: "src/prerender.tsx", outDir, manifest: false, copyPublicDir: false } });
  const { publicPages } = await import(path.join(outDir, "prerender.js"));
  const pages = await publicPages();
  await writeFile(path.join(frontend, "dist/app/.vite/pages.json"), JSON.stringify(pages, null, 1));
  console.log(`Drew ${Object.keys(pages).length} pages.`);
} finally {
  await rm(outDir, { recursive: true, force: true });
}
