// When the first provider's card is seen on slow 4G, at the first visit and at the next: `node paint.mjs ROUNDS ADDRESS`.
import { launch, median, phone } from "./browser.mjs";
import { watchForCard } from "./seen.mjs";

const [rounds, address] = process.argv.slice(2);

async function seenAfter(page) {
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(() => window.cardSeenAt !== undefined);
  return page.evaluate(() => window.cardSeenAt);
}

const browser = await launch();
try {
  const first = [];
  const next = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const { context, page } = await phone(browser, { slow4g: true });
    await page.addInitScript(watchForCard);
    first.push(await seenAfter(page));
    await page.waitForLoadState("networkidle");
    await page.goto("about:blank");
    next.push(await seenAfter(page));
    await context.close();
  }
  console.log(JSON.stringify({ firstMs: median(first), nextMs: median(next) }));
} finally {
  await browser.close();
}
