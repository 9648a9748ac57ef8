// The longest task while a page comes alive on a phone four times slower, in turns: `node tasks.mjs ROUNDS ADDRESS…`.
import { launch, median, phone } from "./browser.mjs";

const [rounds, ...addresses] = process.argv.slice(2);
const CPU = 4;
const QUIET_MS = 1500;

async function longestOf(browser, address) {
  const { context, page } = await phone(browser, { cpu: CPU });
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) =>
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: "longtask", buffered: true });
  });
  await page.goto(address, { waitUntil: "networkidle" });
  // What was planned for a quiet moment is done, too.
  await page.evaluate((quiet) => new Promise((done) => setTimeout(done, quiet)), QUIET_MS);
  const tasks = await page.evaluate(() => window.longTasks);
  await context.close();
  return Math.max(0, ...tasks);
}

const browser = await launch();
try {
  const taken = addresses.map(() => []);
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const [index, address] of addresses.entries()) taken[index].push(await longestOf(browser, address));
  }
  console.log(JSON.stringify(taken.map(median)));
} finally {
  await browser.close();
}
