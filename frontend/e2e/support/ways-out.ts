import type { Page } from "@playwright/test";

import { PASSWORD, type Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import { expectNothingShown, expectShown, findLeak, type Known } from "./leak-check.ts";
import { isGuarded, routeOf } from "./routes.ts";
import {
  copyCookies,
  endSession,
  isCovered,
  launchWithPageCache,
  leaveAndReturn,
  navigate,
  signOut,
  signOutInAnotherTab,
  wasRestored,
} from "./sign-out.ts";

/** An account that leaves, its private data, and the pages that show it. */
export type Account = {
  person: Person;
  email: string;
  /** The email address of the account that signs in afterwards. */
  strangerEmail: string;
  known: Known;
  pages: readonly string[];
  /** Makes a loaded page show private data, if that needs an action. */
  fills: (page: Page, path: string) => Promise<void>;
};

/** A way in which an account leaves a page: no private data may remain. */
type Way = { name: string; leaves: (account: Account, path: string) => Promise<void> };

/** Opens a page, which shows private data. */
async function openShown({ fills, known }: Account, page: Page, path: string): Promise<void> {
  await page.goto(path);
  await fills(page, path);
  await expectShown(page, known);
}

/** Opens a page of the account. */
export async function openAs(account: Account, path: string): Promise<void> {
  await account.person.signIn(account.email);
  await openShown(account, account.person.page, path);
}

const BACK: Way = {
  name: "Back after signing out",
  leaves: async (account, path) => {
    const {
      person: { page },
      known,
    } = account;
    await openAs(account, path);
    await navigate(page, "/profile");
    await signOut(page);
    await page.goBack();
    await expectNothingShown(page, known);
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expectNothingShown(page, known);
  },
};

const ANEW: Way = {
  name: "loading a page anew after the session has ended",
  leaves: async (account, path) => {
    const { person, known } = account;
    await openAs(account, path);
    await endSession(person);
    await person.page.reload();
    await expectNothingShown(person.page, known);
  },
};

const FROM_MEMORY: Way = {
  name: "Back to what was asked for before",
  leaves: async (account, path) => {
    const { person, known } = account;
    const { page } = person;
    await openAs(account, path);
    await navigate(page, "/help");
    await expect(page.getByRole("heading", { level: 1, name: /help/i })).toBeVisible();
    await signOutInAnotherTab(person);
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expectNothingShown(page, known);
  },
};

const SOMEBODY_ELSE: Way = {
  name: "somebody else who signs in on the same tab",
  leaves: async (account, path) => {
    const {
      person: { page },
      strangerEmail,
      known,
    } = account;
    await openAs(account, path);
    await navigate(page, "/profile");
    await signOut(page);
    await page.goto(`/login?next=${encodeURIComponent(path)}`);
    await page.getByLabel("Email").fill(strangerEmail);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In with Email" }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNothingShown(page, known);
  },
};

const ANOTHER_TAB: Way = {
  name: "signing out on another tab",
  leaves: async (account, path) => {
    const { person, known } = account;
    const { page } = person;
    await openAs(account, path);
    await signOutInAnotherTab(person);
    await expectNothingShown(page, known);
    if (!isGuarded(routeOf(path))) return;
    await expect(page.getByText("You are signed out").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      `/login?next=${encodeURIComponent(path)}`,
    );
  },
};

export const WAYS: readonly Way[] = [BACK, ANEW, FROM_MEMORY, SOMEBODY_ELSE, ANOTHER_TAB];

/** The sixth way: pages restored from the bfcache. Not every page is eligible, but most are. */
export async function expectNothingFromPageCache(account: Account, paths: readonly string[]): Promise<void> {
  const { person, email, known } = account;
  const { browser, page, context } = await launchWithPageCache();
  try {
    const restored: string[] = [];
    for (const path of paths) {
      await person.signIn(email);
      await copyCookies(context, person);
      await openShown(account, page, path);
      await leaveAndReturn(page, path, () => endSession(person));
      if (!(await isCovered(page))) expect(await findLeak(page, known)).toBeNull();
      await expectNothingShown(page, known);
      expect(await isCovered(page)).toBe(false);
      if (await wasRestored(page)) restored.push(path);
    }
    // They were restored, not reloaded.
    expect(restored.length).toBeGreaterThan(paths.length / 2 - 1);
  } finally {
    await browser.close();
  }
}
