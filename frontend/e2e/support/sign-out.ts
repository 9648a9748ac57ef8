import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

import { shareClock } from "../fixtures/clock.ts";
import { COPY } from "../fixtures/copy.ts";
import type { Person } from "../fixtures/person.ts";
import { PHONE } from "../fixtures/screens.ts";
import { expect } from "../fixtures/test.ts";
import { pushPath } from "./page.ts";

/** Goes on within the app, as a link does. */
export async function navigate(page: Page, path: string): Promise<void> {
  await pushPath(page, path);
  await expect(page).toHaveURL(path);
}

/** Signs out on the page of the profile. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
}

/** Signs out on a page of its own, as a person does on another tab. */
export async function signOutInAnotherTab(person: Person): Promise<void> {
  const tab = await person.context.newPage();
  await tab.goto("/profile");
  await signOut(tab);
  await tab.close();
}

/** The session ends without a word to the page. */
export const endSession = (person: Person): Promise<unknown> => person.call("POST", "/api/auth/logout");

/** A browser that puts pages away whole when they are left, which Playwright's own do not; to be closed. */
export async function launchWithPageCache(): Promise<{ browser: Browser; context: BrowserContext; page: Page }> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const context = await browser.newContext({ baseURL: COPY.url, viewport: PHONE, serviceWorkers: "block" });
  await shareClock(context);
  return { browser, context, page: await context.newPage() };
}

/** Signs a browser in as somebody is elsewhere. */
export async function copyCookies(context: BrowserContext, person: Person): Promise<void> {
  await context.clearCookies();
  await context.addCookies(await person.context.cookies());
}

/** Leaves a page for another and comes back to it, with something happening in between. */
export async function leaveAndReturn(page: Page, path: string, meanwhile: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    window.addEventListener("pageshow", ({ persisted }) => Object.assign(window, { wasRestored: persisted }));
  });
  await page.goto("/api/config");
  await meanwhile();
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL(path);
}

/** Whether the page is the very one that was put away, not one that was loaded anew. */
export const wasRestored = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as { wasRestored?: boolean }).wasRestored === true);

/** A page that comes back is covered until it knows whose it is: nobody sees it, though its fields are still filled. */
export const isCovered = (page: Page): Promise<boolean> =>
  page.evaluate(() => getComputedStyle(document.documentElement).visibility === "hidden");
