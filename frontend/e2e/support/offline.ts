import type { Page } from "@playwright/test";

import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";

/** Takes the browser offline. */
export async function disconnect({ pageErrors, context }: Person): Promise<void> {
  pageErrors.isOffline = true;
  await context.setOffline(true);
}

/** Back online. */
export async function reconnect({ pageErrors, context }: Person): Promise<void> {
  await context.setOffline(false);
  pageErrors.isOffline = false;
}

/** Expects the notice about cached data. After a reload Playwright's page does not know that it is offline. */
export async function expectAge(page: Page): Promise<void> {
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: /(You are offline|No connection to Suuber)\. This is from (today|yesterday), \d\d:\d\d/ })
      .first(),
  ).toBeVisible();
}
