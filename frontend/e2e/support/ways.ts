import type { Page } from "playwright-core";
import { expect } from "vitest";

import { fallsSilent, sings, song, type Known } from "./canary";
import { goes, isCovered, keepsPages, leavesAndReturns, sessionEnds, signsOut, signsOutElsewhere, takesCookies, wasRestored } from "./leaving";
import { DEMO, PASSWORD, type Person } from "./person";
import { isGuarded, routeOf } from "./routes";
import { arrivesAt, sees } from "./seeing";

/** An account that leaves, what would give it away, and the pages that show something of it. */
export type Account = {
  person: Person;
  email: string;
  known: Known;
  pages: readonly string[];
  /** Shows something of the account on the page that has just been loaded, where that needs an act. */
  fills: (page: Page, path: string) => Promise<void>;
};

/** A way in which an account leaves a page: nothing of it is there afterwards. */
export type Way = { name: string; leaves: (account: Account, path: string) => Promise<void> };

/** Opens a page of the account's, which shows something of it. */
async function opens({ fills, known }: Account, page: Page, path: string): Promise<void> {
  await page.goto(path);
  await fills(page, path);
  await sings(page, known);
}

/** Somebody looks at a page of theirs. */
export async function looksAt(account: Account, path: string): Promise<void> {
  await account.person.signsIn(account.email);
  await opens(account, account.person.page, path);
}

const BACK: Way = {
  name: "Back after signing out",
  leaves: async (account, path) => {
    const { person: { page }, known } = account;
    await looksAt(account, path);
    await goes(page, "/profile");
    await signsOut(page);
    await page.goBack();
    await fallsSilent(page, known);
    await page.goBack();
    await arrivesAt(page, path);
    await fallsSilent(page, known);
  },
};

const ANEW: Way = {
  name: "loading a page anew after the session has ended",
  leaves: async (account, path) => {
    const { person, known } = account;
    await looksAt(account, path);
    await sessionEnds(person);
    await person.page.reload();
    await fallsSilent(person.page, known);
  },
};

const FROM_MEMORY: Way = {
  name: "Back to what was asked for before",
  leaves: async (account, path) => {
    const { person, known } = account;
    const { page } = person;
    await looksAt(account, path);
    await goes(page, "/help");
    await sees(page.getByRole("heading", { level: 1, name: /help/i }));
    await signsOutElsewhere(person);
    await page.goBack();
    await arrivesAt(page, path);
    await fallsSilent(page, known);
  },
};

const SOMEBODY_ELSE: Way = {
  name: "somebody else who signs in on the same tab",
  leaves: async (account, path) => {
    const { person: { page }, known } = account;
    await looksAt(account, path);
    await goes(page, "/profile");
    await signsOut(page);
    await page.goto(`/login?next=${encodeURIComponent(path)}`);
    await page.getByLabel("Email").fill(DEMO.customer);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In with Email" }).click();
    await arrivesAt(page, path);
    await sees(page.getByRole("heading", { level: 1 }));
    await fallsSilent(page, known);
  },
};

const ANOTHER_TAB: Way = {
  name: "signing out on another tab",
  leaves: async (account, path) => {
    const { person, known } = account;
    const { page } = person;
    await looksAt(account, path);
    await signsOutElsewhere(person);
    await fallsSilent(page, known);
    if (!isGuarded(routeOf(path))) return;
    await sees(page.getByText("You are signed out"));
    expect(await page.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(`/login?next=${encodeURIComponent(path)}`);
  },
};

export const WAYS: readonly Way[] = [BACK, ANEW, FROM_MEMORY, SOMEBODY_ELSE, ANOTHER_TAB];

/** The sixth: pages that the browser had put away whole come back. Which of them fits is for the browser to say, but most do. */
export async function comeBackSilent(account: Account, paths: readonly string[]): Promise<void> {
  const { person, email, known } = account;
  const { browser, page, context } = await keepsPages();
  try {
    const restored: string[] = [];
    for (const path of paths) {
      await person.signsIn(email);
      await takesCookies(context, person);
      await opens(account, page, path);
      await leavesAndReturns(page, path, () => sessionEnds(person));
      if (!(await isCovered(page))) expect(await song(page, known)).toBeNull();
      await fallsSilent(page, known);
      expect(await isCovered(page)).toBe(false);
      if (await wasRestored(page)) restored.push(path);
    }
    // They were not loaded anew: it is the page itself that keeps silent.
    expect(restored.length).toBeGreaterThan(paths.length / 2 - 1);
  } finally {
    await browser.close();
  }
}
