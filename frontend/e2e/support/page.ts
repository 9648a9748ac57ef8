import type { Locator, Page } from "@playwright/test";

/** The visible text of an element. */
export async function words(what: Locator): Promise<string> {
  return (await what.innerText()).replace(/\s+/g, " ").trim();
}

/** The toast with this title; it is above everything else. */
export const toast = (page: Page, title: string): Locator =>
  page.locator("[data-toasts]").locator("[role=status], [role=alert]").filter({ hasText: title }).first();

/** Path and query of the page. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** The number on the notification bell. */
export async function unreadCount(page: Page): Promise<number> {
  const name = await page
    .getByRole("link", { name: /^Notifications/ })
    .first()
    .innerText();
  return Number(/\d+/.exec(name)?.[0] ?? "0");
}

/** Navigates within the app, as a link does; the route may redirect. */
export async function pushPath(page: Page, address: string): Promise<void> {
  // Wait for hydration: until then the app holds back input.
  await page.locator("#root:not([data-prerendered])").waitFor({ state: "attached" });
  await page.evaluate((to) => {
    window.history.pushState({}, "", to);
    window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, address);
}

/** Waits for the next render. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Waits for the part above every page, which comes about a second later: it says that there is no connection. */
export async function bannersLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/banners-")),
  );
}

/** Waits until the page has neither skeletons nor busy buttons. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], [role=status] .animate-pulse") === null);
}
