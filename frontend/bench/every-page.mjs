// Lighthouse's mobile run over many pages, once each, a bare page first and last: `node every-page.mjs PORT BARE ADDRESS…`.
import lighthouse from "lighthouse";

import { launch } from "./browser.mjs";

const [port, bare, ...addresses] = process.argv.slice(2);
// A page of an account is not for search engines, and says so.
const FOR_ITS_OWNER = "is-crawlable";

/** What Lighthouse says of a page; a run that it could not record itself is made once more. */
async function look(address, isLast = false) {
  const { lhr } = await lighthouse(address, { port: Number(port), output: "json", logLevel: "error" });
  if (lhr.runtimeError === undefined) return lhr;
  if (isLast) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  return look(address, true);
}

const browser = await launch(Number(port));
try {
  const seen = [];
  for (const address of [bare, ...addresses, bare]) {
    const lhr = await look(address);
    const { performance, ...others } = lhr.categories;
    const isFailed = ({ score, scoreDisplayMode, id }) =>
      scoreDisplayMode === "binary" && score === 0 && id !== FOR_ITS_OWNER;
    const counted = Object.values(others).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    );
    seen.push({
      address: address.replace(/^https?:\/\/[^/]+/, ""),
      performance: performance.score,
      failed: counted.filter((id) => isFailed(lhr.audits[id])),
    });
  }
  const [first, last] = [seen.shift(), seen.pop()];
  console.log(JSON.stringify({ bare: Math.max(first.performance, last.performance), pages: seen }));
} finally {
  await browser.close();
}
