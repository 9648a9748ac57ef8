// Prerenders the first view of the pages after the build; Django inserts the HTML into its page template. Each comes
// with its critical CSS; the full stylesheet is loaded with the script.
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import Beasties from "beasties";
import { build } from "vite";

const frontend = path.resolve(import.meta.dirname, "..");
const app = path.join(frontend, "dist/app");
// Inside the project, so that imported packages are resolved.
const outDir = path.join(frontend, "dist/prerender");

const manifest = JSON.parse(await readFile(path.join(app, ".vite/manifest.json"), "utf8"));
const links = manifest["src/main.tsx"].css.map((file) => `<link rel="stylesheet" href="/static/app/${file}">`).join("");
const withoutScript = await readFile(path.join(frontend, "../templates/without_script.html"), "utf8");
// Selectors that Beasties cannot evaluate are kept.
const allowRules = [/:root/, /:where\(/, /:has\(/, /:checked/, /content-/];
const chooser = new Beasties({
  path: app,
  publicPath: "/static/app/",
  preload: false,
  inlineFonts: true,
  keyframes: "all",
  allowRules,
  logLevel: "warn",
});

/** The CSS rules that apply to prerendered HTML, including hover and focus. */
async function stylesOf(content) {
  const page = await chooser.process(
    `<!doctype html><html lang="en"><head>${links}</head><body><div id="root">${content}</div>${withoutScript}</body></html>`,
  );
  const [, styles] = /<style>(.+?)<\/style>/s.exec(page);
  return styles;
}

try {
  await build({
    root: frontend,
    logLevel: "warn",
    build: { ssr: "src/prerender.tsx", outDir, manifest: false, copyPublicDir: false },
  });
  const { prerenderedPages } = await import(path.join(outDir, "prerender.js"));
  const { alike, content } = await prerenderedPages();
  // Texts do not affect the styles, and pages that only show a skeleton share theirs.
  const [pages] = Object.values(content);
  const styles = { alike: await stylesOf(alike.map((name) => pages[name]).join("")) };
  for (const name of Object.keys(pages).filter((one) => !alike.includes(one)))
    styles[name] = await stylesOf(pages[name]);
  await writeFile(path.join(app, ".vite/pages.json"), JSON.stringify({ alike, styles, content }, null, 1));
  console.log(`Drew ${Object.keys(pages).length} pages in ${Object.keys(content).length} languages.`);
} finally {
  await rm(outDir, { recursive: true, force: true });
}
