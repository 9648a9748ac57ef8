import type { Locator, Page } from "@playwright/test";

import { expect } from "../fixtures/test.ts";

const MOST_STOPS = 120;

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (
      await target.evaluate(
        (element) => element.ownerDocument.hasFocus() && element === element.ownerDocument.activeElement,
      )
    )
      return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${String(target)}.`);
}
