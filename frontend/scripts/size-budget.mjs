// Fails if the built app exceeds its budget (gzip): first route's script, each other route, all styles, the service
// worker. `node size-budget.mjs [DIST]`; with --json it prints only the figures, and never fails.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const BUDGET_KB = { firstRoute: 120, lazyRoute: 25, styles: 12, worker: 45 };
const [named] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const dist = named ?? new URL("../dist/app/", import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(path.join(dist, ".vite/manifest.json"), "utf8"));

const gzipKb = (file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length / 1024;

/** The chunk with all its static imports. */
function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(imported, seen);
  return seen;
}

const size = (keys) => [...keys].reduce((sum, key) => sum + gzipKb(manifest[key].file), 0);

const entry = closure("src/main.tsx");
// If the build put home into the first chunk, it has no manifest entry.
const home = ["src/app/pages/home-page.tsx"].filter((key) => key in manifest);
const firstRoute = new Set([...entry, ...home.flatMap((key) => [...closure(key)])]);
// Its texts (one file per language) count, too.
const texts = Object.entries(JSON.parse(readFileSync(path.join(dist, ".vite/texts.json"), "utf8")));
const rows = texts.map(([language, files]) => ({
  kind: "firstRoute",
  name: `first route (/) in ${language}`,
  kb: size(firstRoute) + gzipKb(files.home),
}));

for (const key of Object.keys(manifest).filter(
  (name) => /^src\/(features|app\/pages)\//.test(name) && name.endsWith("-page.tsx"),
)) {
  const own = [...closure(key)].filter((chunk) => !firstRoute.has(chunk));
  rows.push({ kind: "lazyRoute", name: key, kb: size(own) });
}
const styles = readdirSync(path.join(dist, "assets")).filter((name) => name.endsWith(".css"));
rows.push({ kind: "styles", name: "all styles", kb: styles.reduce((sum, name) => sum + gzipKb(`assets/${name}`), 0) });
rows.push({ kind: "worker", name: "service worker", kb: gzipKb("sw.js") });
if (process.argv.includes("--json")) {
  console.log(JSON.stringify(rows));
  process.exit();
}

let failed = false;
for (const { kind, name, kb } of rows) {
  const budget = BUDGET_KB[kind];
  const over = kb > budget;
  failed ||= over;
  console.log(`${over ? "OVER" : "ok  "} ${kb.toFixed(1).padStart(6)} of ${budget} KB  ${name}`);
}
const [, names] = /[`"]([\w.-]+-[\w-]{7,8}\.\w+ [^`"]+)[`"]/.exec(readFileSync(path.join(dist, "sw.js"), "utf8"));
const kept = names.split(" ").map((name) => `assets/${name}`);
console.log(
  `     ${kept.reduce((sum, file) => sum + gzipKb(file), 0).toFixed(1)} KB that the service worker keeps, in ${kept.length} files`,
);
process.exit(failed ? 1 : 0);
