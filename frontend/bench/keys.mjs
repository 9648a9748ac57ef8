// How long a key or a move takes until it is seen: the search over a long list, and the weight: `node keys.mjs ORIGIN PROVIDER`.
import { launch, median, phone } from "./browser.mjs";

const [origin, providerId] = process.argv.slice(2);
const WORDS = ["waschsalon 4", "anna12", "express"];

/** Notes how long each key and move takes, from the device's event to the end of the next frame's work. */
function watchPresses() {
  window.presses = [];
  const note = ({ timeStamp }) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.presses.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  for (const type of ["keydown", "pointermove"]) addEventListener(type, note, { capture: true, passive: true });
}

/** Acts, and answers how long each press took, in milliseconds. */
async function taken(page, act) {
  await page.evaluate(() => (window.presses = []));
  await act();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  const presses = await page.evaluate(() => window.presses);
  if (presses.length === 0) throw new Error("No key or move was noticed.");
  return { median: median(presses), longest: Math.max(...presses) };
}

const browser = await launch();
try {
  const { page } = await phone(browser);
  await page.addInitScript(watchPresses);
  await page.goto(origin, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "View All" }).click();
  await page.getByRole("button", { name: "Show Less" }).waitFor();
  await page.getByRole("article").first().waitFor();
  const cards = await page.getByRole("article").count();
  const field = page.getByRole("search").getByRole("textbox");
  const search = await taken(page, async () => {
    for (const word of WORDS) {
      await field.fill("");
      await field.pressSequentially(word, { delay: 80 });
    }
  });

  await page.goto(`${origin}/booking?providerId=${providerId}`, { waitUntil: "networkidle" });
  const slider = page.getByRole("slider");
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  const weight = await taken(page, async () => {
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 12, y);
    await page.mouse.down();
    for (let step = 1; step <= 30; step += 1) await page.mouse.move(box.x + 12 + ((box.width - 24) * step) / 30, y);
    await page.mouse.up();
  });
  console.log(JSON.stringify({ cards, search, weight }));
} finally {
  await browser.close();
}
