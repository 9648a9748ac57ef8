import type { Locator, Page } from "@playwright/test";

import { expect } from "../fixtures/test.ts";
import { nextFrame, waitUntilLoaded } from "./page.ts";

/** An act by the keyboard, and how its page then shows that it is done. */
export type Act = {
  name: string;
  at?: string;
  does: (page: Page) => Promise<void>;
  /** Where it must stand, after an act that takes its own control away: on the next thing, or on the heading. */
  lands?: RegExp;
};

export const press = (what: Locator): Promise<void> => what.press("Enter");
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });

/** What the focus stands on, as a person hears it; null for the page's body, where nobody is. */
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body || at === document.documentElement) return null;
    return `${at.tagName.toLowerCase()} ${(at.getAttribute("aria-label") ?? at.textContent).trim().slice(0, 40)}`;
  });

/** The focus stands somewhere, and still does when everything that was on its way has arrived. */
async function settledFocus(page: Page): Promise<string | null> {
  await expect.poll(() => focused(page), { timeout: 2000 }).not.toBeNull();
  await nextFrame(page);
  await waitUntilLoaded(page);
  return focused(page);
}

/** Does them one after the other; answers those after which the focus was nowhere, or not where a person goes on. */
export async function findLostFocus(page: Page, acts: readonly Act[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { name, at, does, lands } of acts) {
    if (at !== undefined) {
      await page.goto(at);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await does(page);
    const stands = await settledFocus(page).catch(() => null);
    if (stands === null || lands?.test(stands) === false) lost.push(`${name}: ${stands ?? "nowhere"}`);
  }
  return lost;
}

/** Answers the question that stands in a dialog, and waits until the dialog is gone. */
export async function answerDialog(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole("dialog");
  await press(dialog.getByRole("button", { name, exact: typeof name === "string" }));
  await expect(dialog.first()).toBeHidden();
}
