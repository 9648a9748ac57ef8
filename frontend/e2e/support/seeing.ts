import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until a person sees this. */
export async function sees(what: Locator): Promise<void> {
  await what.first().waitFor({ state: "visible" });
}

/** Waits until a person no longer sees this. */
export async function seesNoMore(what: Locator): Promise<void> {
  await what.first().waitFor({ state: "hidden" });
}

/** The words of a part of the page, as they are on screen. */
export async function words(what: Locator): Promise<string> {
  return (await what.innerText()).replace(/\s+/g, " ").trim();
}

/** Waits for a toast with this title above everything else, open dialogs too; answers all its words. */
export async function toast(page: Page, title: string): Promise<string> {
  const shown = page.locator("[data-toasts]").locator("[role=status], [role=alert]").filter({ hasText: title });
  await sees(shown);
  return words(shown.first());
}

/** Path and query, as a person reads them in the address bar. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits until the page is at this path. */
export async function arrivesAt(page: Page, path: string | RegExp): Promise<void> {
  await page.waitForURL((url) => (typeof path === "string" ? url.pathname + url.search === path : path.test(url.pathname + url.search)));
}

/** The number of unread notifications on the bell. */
export async function unread(page: Page): Promise<number> {
  const name = await page.getByRole("link", { name: /^Notifications/ }).first().innerText();
  return Number(/\d+/.exec(name)?.[0] ?? "0");
}

/** Waits until a value on the page is as it must be. */
export async function becomes<T>(read: () => Promise<T> | T, expected: T): Promise<void> {
  await expect.poll(read).toEqual(expected);
}

/** Leads within the app to an address, as a link does; it may lead on from there. */
export async function leadsTo(page: Page, address: string): Promise<void> {
  // A page that came drawn has to be alive: until then the app keeps presses back.
  await page.locator("#root:not([data-drawn])").waitFor({ state: "attached" });
  await page.evaluate((to) => {
    window.history.pushState({}, "", to);
    window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, address);
}

/** Waits until what has just changed is drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Waits until nothing on the page still loads: no grey bars where something is to stand, and no button at work. */
export async function hasArrived(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], [role=status] .animate-pulse") === null);
}
