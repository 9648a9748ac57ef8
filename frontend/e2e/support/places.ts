import type { Page } from "playwright-core";

import { goes } from "./leaving";
import { sees } from "./seeing";

/** A page, what a person does there, and how it then shows what they did. */
export type Place = { path: string; leaves?: (page: Page) => Promise<void>; shows: (page: Page) => Promise<void> };

/** What a page shows on which nothing is done. */
export const heading =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    sees(page.getByRole("heading", { level: 1, name }));

/** Goes from one page to another, doing on each what is done there: Back and Forward show both as they were left. */
export async function standsStill(page: Page, [one, other]: readonly [Place, Place]): Promise<void> {
  for (const place of [one, other]) {
    await goes(page, place.path);
    await place.leaves?.(page);
    await place.shows(page);
  }
  await page.goBack();
  await one.shows(page);
  await page.goForward();
  await other.shows(page);
}
