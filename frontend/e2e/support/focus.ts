import type { Locator, Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { nextFrame, waitUntilLoaded } from "./page.ts";
import type { RowSetup, Setting } from "./row-setup.ts";

/** An action by keyboard, and how the page shows that it is done. */
export type Act = {
  name: string;
  /** The page, with names for ids: "/tracking/{job}"; default: where the last action ended. */
  at?: string;
  does: (page: Page, setup: RowSetup) => Promise<void>;
  /** Where the focus must be if the action removes its own control: the next control, or the heading. */
  lands?: RegExp | ((setup: RowSetup) => RegExp);
};

/** Actions in sequence. */
export type ActRow = Setting & { name: string; before?: (setup: RowSetup) => Promise<unknown>; acts: readonly Act[] };

export const press = (what: Locator): Promise<void> => what.press("Enter");
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });

/** Role and name of the focused element; null for <body>. */
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body || at === document.documentElement) return null;
    return `${at.tagName.toLowerCase()} ${(at.getAttribute("aria-label") ?? at.textContent).trim().slice(0, 40)}`;
  });

/** The focus after everything has loaded. */
async function settledFocus(page: Page): Promise<string | null> {
  await expect.poll(() => focused(page), { timeout: 2000 }).not.toBeNull();
  await nextFrame(page);
  await waitUntilLoaded(page);
  return focused(page);
}

/** Runs an action; returns where the focus is if it is lost or in the wrong place. */
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

/** Runs actions in sequence; after each the focus must be in a sensible place. */
export async function expectFocusStands(setup: RowSetup, acts: readonly Act[]): Promise<void> {
  const lost: string[] = [];
  for (const act of acts) {
    const stands = await test.step(act.name, () => findLostFocus(setup, act));
    if (stands !== null) lost.push(`${act.name}: ${stands}`);
  }
  expect(lost).toEqual([]);
}

/** Presses a button in a dialog, and waits until the dialog has closed. */
export async function pressInDialog(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole("dialog");
  await press(dialog.getByRole("button", { name, exact: typeof name === "string" }));
  await expect(dialog.first()).toBeHidden();
}
