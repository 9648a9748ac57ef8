import type { Page } from "@playwright/test";

import { expect } from "../fixtures/test.ts";
import { navigate } from "./sign-out.ts";

/** A page, what is done there, and how it shows that afterwards. */
export type Visit = { path: string; leaves?: (page: Page) => Promise<void>; shows: (page: Page) => Promise<void> };

/** For a page on which nothing is done. */
export const expectHeading =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

/** Visits two pages and acts on each: Back and Forward must restore both. */
export async function expectBackAndForward(page: Page, [one, other]: readonly [Visit, Visit]): Promise<void> {
  for (const visit of [one, other]) {
    await navigate(page, visit.path);
    await visit.leaves?.(page);
    await visit.shows(page);
  }
  await page.goBack();
  await one.shows(page);
  await page.goForward();
  await other.shows(page);
}
