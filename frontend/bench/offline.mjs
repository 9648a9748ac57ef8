// When the first provider's card is seen without a connection, by somebody who was here before: `node offline.mjs ROUNDS ORIGIN`.
import { launch, median, phone } from "./browser.mjs";
import { watchForCard } from "./seen.mjs";

const [rounds, origin] = process.argv.slice(2);

/** Until the worker stands between the page and the server, and the list is kept. */
const isReady = async () => {
  const { controller } = navigator.serviceWorker;
  if (controller?.state !== "activated" || !(await indexedDB.databases()).some(({ name }) => name === "suuber"))
    return false;
  const db = await new Promise((done) => (indexedDB.open("suuber").onsuccess = ({ target }) => done(target.result)));
  const providers = db.transaction("providers").objectStore("providers").count();
  await new Promise((done) => (providers.onsuccess = done));
  db.close();
  return providers.result > 0;
};

const browser = await launch();
try {
  const seen = [];
  const { context, page } = await phone(browser);
  await page.addInitScript(watchForCard);
  await page.goto(origin);
  while (!(await page.evaluate(isReady))) await page.waitForTimeout(50);
  await context.setOffline(true);
  for (let round = 0; round < Number(rounds); round += 1) {
    await page.goto("about:blank");
    await page.goto(origin, { waitUntil: "commit" });
    await page.waitForFunction(() => window.cardSeenAt !== undefined);
    seen.push(await page.evaluate(() => window.cardSeenAt));
  }
  console.log(JSON.stringify({ seenMs: median(seen) }));
} finally {
  await browser.close();
}
