import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { expect, inject } from "vitest";

import { shareClock } from "./clock";
import type { Person } from "./person";
import { arrivesAt, leadsTo, pathOf, sees } from "./seeing";
import { PHONE } from "./stage";

/** Goes on within the app, as a link does. */
export async function goes(page: Page, path: string): Promise<void> {
  await leadsTo(page, path);
  await arrivesAt(page, path);
}

/** Signs out on the page of the profile. */
export async function signsOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).click();
  await arrivesAt(page, "/");
  await sees(page.getByRole("heading", { name: "Available in Your Area" }));
}

/** Signs out on a page of its own, as a person does on another tab. */
export async function signsOutElsewhere(person: Person): Promise<void> {
  const tab = await person.context.newPage();
  await tab.goto("/profile");
  await signsOut(tab);
  await tab.close();
}

/** The session ends without a word to the page. */
export const sessionEnds = (person: Person): Promise<unknown> => person.call("POST", "/api/auth/logout");

/** A browser that puts pages away whole when they are left, which Playwright's own do not; to be closed. */
export async function keepsPages(): Promise<{ browser: Browser; context: BrowserContext; page: Page }> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const context = await browser.newContext({ baseURL: inject("baseUrl"), viewport: PHONE, serviceWorkers: "block" });
  await shareClock(context);
  return { browser, context, page: await context.newPage() };
}

/** Signs a browser in as somebody is elsewhere. */
export async function takesCookies(context: BrowserContext, person: Person): Promise<void> {
  await context.clearCookies();
  await context.addCookies(await person.context.cookies());
}

/** Leaves a page for another and comes back to it, with something happening in between. */
export async function leavesAndReturns(page: Page, path: string, meanwhile: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    window.addEventListener("pageshow", ({ persisted }) => Object.assign(window, { wasRestored: persisted }));
  });
  await page.goto("/api/config");
  await meanwhile();
  await page.evaluate(() => window.history.back());
  await expect.poll(() => pathOf(page)).toBe(path);
}

/** Whether the page is the very one that was put away, not one that was loaded anew. */
export const wasRestored = (page: Page): Promise<boolean> => page.evaluate(() => (window as { wasRestored?: boolean }).wasRestored === true);

/** A page that comes back is covered until it knows whose it is: nobody sees it, though its fields are still filled. */
export const isCovered = (page: Page): Promise<boolean> => page.evaluate(() => getComputedStyle(document.documentElement).visibility === "hidden");
