import type { Locator, Page } from "@playwright/test";

/** The words of a part of the page, as they are on screen. */
export async function words(what: Locator): Promise<string> {
  return (await what.innerText()).replace(/\s+/g, " ").trim();
}

/** The toast with this title, which stands above everything else, open dialogs too. */
export const toast = (page: Page, title: string): Locator =>
  page.locator("[data-toasts]").locator("[role=status], [role=alert]").filter({ hasText: title }).first();

/** Path and query, as a person reads them in the address bar. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** The number of unread notifications on the bell. */
export async function unreadCount(page: Page): Promise<number> {
  const name = await page
    .getByRole("link", { name: /^Notifications/ })
    .first()
    .innerText();
  return Number(/\d+/.exec(name)?.[0] ?? "0");
}

/** Leads within the app to an address, as a link does; it may lead on from there. */
export async function pushPath(page: Page, address: string): Promise<void> {
  // A page that came prerendered has to be alive: until then the app keeps presses back.
  await page.locator("#root:not([data-drawn])").waitFor({ state: "attached" });
  await page.evaluate((to) => {
    window.history.pushState({}, "", to);
    window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, address);
}

/** Waits until what has just changed is rendered. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Waits until nothing on the page still loads: no grey bars where something is to stand, and no button at work. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], [role=status] .animate-pulse") === null);
}
