// Lighthouse's mobile run over two pages in turns, so that a slow moment meets both: `node lighthouse.mjs PORT ROUNDS OURS BARE`.
import lighthouse from "lighthouse";

import { launch, median } from "./browser.mjs";

const [port, rounds, ...addresses] = process.argv.slice(2);
const FIGURES = {
  largestPaintMs: "largest-contentful-paint",
  blockedMs: "total-blocking-time",
  shift: "cumulative-layout-shift",
};

const browser = await launch(Number(port));
try {
  const taken = addresses.map(() => []);
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const [index, address] of addresses.entries()) {
      const { lhr } = await lighthouse(address, { port: Number(port), output: "json", logLevel: "error" });
      if (lhr.runtimeError !== undefined) throw new Error(`${address}: ${lhr.runtimeError.message}`);
      taken[index].push(lhr);
    }
  }
  const figuresOf = (runs) => {
    const middle = (read) => median(runs.map(read));
    const categories = Object.keys(runs[0].categories).map((name) => [
      name,
      middle(({ categories: all }) => all[name].score),
    ]);
    const figures = Object.entries(FIGURES).map(([name, audit]) => [
      name,
      middle(({ audits }) => audits[audit].numericValue),
    ]);
    const failed = Object.values(runs.at(-1).audits).filter(
      ({ score, scoreDisplayMode }) => scoreDisplayMode === "binary" && score === 0,
    );
    return { ...Object.fromEntries([...categories, ...figures]), failed: failed.map(({ id }) => id) };
  };
  console.log(JSON.stringify(taken.map(figuresOf)));
} finally {
  await browser.close();
}
