import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

import { shareClock } from "../fixtures/clock.ts";
import { COPY } from "../fixtures/copy.ts";
import { PASSWORD, type Person } from "../fixtures/person.ts";
import { PHONE } from "../fixtures/screens.ts";
import { expect } from "../fixtures/test.ts";
import { pushPath } from "./page.ts";

/** Navigates within the app, as a link does, until the other page is shown: while it loads, the one before stays. */
export async function navigate(page: Page, path: string): Promise<void> {
  const isOther = new URL(path, page.url()).pathname !== new URL(page.url()).pathname;
  const before = await page.evaluateHandle(() => document.querySelector("main > *"));
  await pushPath(page, path);
  await expect(page).toHaveURL(path);
  if (isOther) await page.waitForFunction((shown) => shown?.isConnected !== true, before);
}

/** Fills in the form of the sign-in page, and sends it. */
export async function fillSignIn({ page }: Person, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In with Email" }).click();
}

/** Signs out on the profile page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
}

/** Signs out in another tab. */
export async function signOutInAnotherTab(person: Person): Promise<void> {
  const tab = await person.context.newPage();
  await tab.goto("/profile");
  await signOut(tab);
  await tab.close();
}

/** Ends the session on the server, unnoticed by the page. */
export const endSession = (person: Person): Promise<unknown> => person.call("POST", "/api/auth/logout");

/** A browser with the bfcache, which Playwright's own disable; the caller must close it. */
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

/** Copies a person's session into another browser. */
export async function copyCookies(context: BrowserContext, person: Person): Promise<void> {
  await context.clearCookies();
  await context.addCookies(await person.context.cookies());
}

/** Leaves a page and comes back by Back, with something happening in between. */
export async function leaveAndReturn(page: Page, path: string, meanwhile: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    window.addEventListener("pageshow", ({ persisted }) => Object.assign(window, { wasRestored: persisted }));
  });
  await page.goto("/api/config");
  await meanwhile();
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL(path);
}

/** True if the page was restored from the bfcache, not reloaded. */
export const wasRestored = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as { wasRestored?: boolean }).wasRestored === true);

/** A restored page is hidden until its session is checked, although its fields are still filled. */
export const isCovered = (page: Page): Promise<boolean> =>
  page.evaluate(() => getComputedStyle(document.documentElement).visibility === "hidden");
