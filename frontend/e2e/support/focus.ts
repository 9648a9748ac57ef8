import type { Locator, Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { nextFrame, waitUntilLoaded } from "./page.ts";
import type { RowSetup, Setting } from "./row-setup.ts";

/** An act by the keyboard, and how its page then shows that it is done. */
export type Act = {
  name: string;
  /** Where it is done, with names for ids: "/tracking/{job}"; where the last act ended without it. */
  at?: string;
  does: (page: Page, setup: RowSetup) => Promise<void>;
  /** Where it must stand, after an act that takes its own control away: on the next thing, or on the heading. */
  lands?: RegExp | ((setup: RowSetup) => RegExp);
};

/** Acts that follow one another. */
export type ActRow = Setting & { name: string; before?: (setup: RowSetup) => Promise<unknown>; acts: readonly Act[] };

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

/** Does an act; answers where the focus is then, if that is nowhere, or not where a person goes on. */
async function findLostFocus(setup: RowSetup, { at, does, lands }: Act): Promise<string | null> {
  const { page } = setup;
  if (at !== undefined) {
    await page.goto(setup.path(at));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await does(page, setup);
  const stands = await settledFocus(page).catch(() => null);
  const wanted = typeof lands === "function" ? lands(setup) : lands;
  if (stands === null) return "nowhere";
  return wanted?.test(stands) === false ? stands : null;
}

/** Does them one after the other: after each the focus stands where a person goes on. */
export async function expectFocusStands(setup: RowSetup, acts: readonly Act[]): Promise<void> {
  const lost: string[] = [];
  for (const act of acts) {
    const stands = await test.step(act.name, () => findLostFocus(setup, act));
    if (stands !== null) lost.push(`${act.name}: ${stands}`);
  }
  expect(lost).toEqual([]);
}

/** Answers the question that stands in a dialog, and waits until the dialog is gone. */
export async function pressInDialog(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole("dialog");
  await press(dialog.getByRole("button", { name, exact: typeof name === "string" }));
  await expect(dialog.first()).toBeHidden();
}
