// Drives the Payment Element in real Chromium and prints what a person would have seen, as JSON.
// node check.mjs <frontend directory> <chromium> <plan as JSON>
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";

const [frontend, executablePath, planText] = process.argv.slice(2);
const plan = JSON.parse(planText);
const require = createRequire(path.join(frontend, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const ELEMENT = 'iframe[title="Secure payment input frame"]';
const CHALLENGE = 'iframe[title="3-D Secure authentication"]';

const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

function address(visit) {
  const query = new URLSearchParams({ script: plan.script, key: plan.key, secret: visit.secret });
  if (visit.redirect) query.set("redirect", visit.redirect);
  if (visit.appearance) query.set("appearance", JSON.stringify(visit.appearance));
  return `${plan.origin}/checkout?${query}`;
}

async function type(page, card) {
  const frame = page.frameLocator(ELEMENT);
  await frame.getByLabel("Card number").pressSequentially(card.number);
  await frame.getByLabel("Expiry (MM / YY)").pressSequentially(card.expiry ?? "1240");
  await frame.getByLabel("CVC").pressSequentially(card.cvc ?? "123");
}

async function typeByKeyboard(page, card) {
  await page.frameLocator(ELEMENT).getByLabel("Card number").focus();
  for (const text of [card.number, "1240", "123"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
}

// axe runs from the page into its frames, as a checker of the whole shop would.
async function violations(page) {
  for (const frame of page.frames()) await frame.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

async function challenge(page, choice, visit, seen) {
  const frame = page.frameLocator(CHALLENGE);
  // Enabled by the script, which has shown the amount by then.
  const button = frame.getByRole("button", { name: choice, disabled: false });
  await button.waitFor();
  seen.challenge = await frame.locator("body").innerText();
  if (visit.axe) seen.challengeViolations = await violations(page);
  if (visit.screenshot) await page.screenshot({ path: `${visit.screenshot}-challenge.png` });
  if (visit.keyboard) {
    await frame.locator("button:focus").waitFor();
    await page.keyboard.press("Enter");
  } else {
    await button.click();
  }
}

async function go(visit) {
  const context = await browser.newContext({
    viewport: visit.viewport ?? { width: 390, height: 844 },
    colorScheme: visit.colorScheme ?? "light",
    locale: "en-GB",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  const seen = { console: [], cardInPage: false };
  page.on("console", (message) => {
    const refused = message.text().includes("the server responded with a status of 40");
    if (["error", "warning"].includes(message.type()) && !refused) seen.console.push(message.text());
  });
  page.on("pageerror", (error) => seen.console.push(String(error)));
  await page.goto(address(visit));
  await page.locator("#state").filter({ hasText: /ready|error/ }).waitFor();
  seen.ready = await page.locator("#state").innerText();
  if (visit.card) {
    if (visit.axe) seen.violations = await violations(page);
    if (visit.screenshot) await page.screenshot({ path: `${visit.screenshot}-empty.png` });
    if (visit.keyboard) {
      await typeByKeyboard(page, visit.card);
    } else {
      await type(page, visit.card);
      if (visit.complete) await page.locator("#state").filter({ hasText: ", complete" }).waitFor();
      seen.filled = await page.locator("#state").innerText();
      seen.number = await page.frameLocator(ELEMENT).getByLabel("Card number").inputValue();
      if (visit.screenshot) await page.screenshot({ path: `${visit.screenshot}-filled.png` });
      await page.getByRole("button", { name: "Pay 27.50 CHF" }).click();
    }
    if (visit.choice) await challenge(page, visit.choice, visit, seen);
    if (visit.redirect === "always") {
      await page.waitForURL("**/back?**");
      seen.back = page.url();
    } else {
      await page.locator("output").filter({ hasText: "{" }).waitFor();
      seen.outcome = JSON.parse(await page.locator("output").innerText());
      seen.alerts = (await page.frameLocator(ELEMENT).getByRole("alert").allInnerTexts()).filter(Boolean);
      seen.focused = await page.frames()[1].evaluate(() => document.activeElement.id);
      if (visit.screenshot) await page.screenshot({ path: `${visit.screenshot}-outcome.png` });
      if (visit.axe) seen.errorViolations = await violations(page);
    }
  }
  await context.close();
  return seen;
}

try {
  const seen = {};
  for (const [name, visit] of Object.entries(plan.visits)) seen[name] = await go(visit);
  process.stdout.write(JSON.stringify(seen));
} finally {
  await browser.close();
}
