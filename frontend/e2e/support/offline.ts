import type { Page } from "playwright-core";

import type { Person } from "./person";
import { sees } from "./seeing";

/** The connection goes, as on a train. */
export async function losesConnection({ watch, context }: Person): Promise<void> {
  watch.isOffline = true;
  await context.setOffline(true);
}

/** And it is there again. */
export async function comesBack({ watch, context }: Person): Promise<void> {
  await context.setOffline(false);
  watch.isOffline = false;
}

/** Sees above the page that it is from before. A page that is loaded anew under Playwright does not know that it is offline. */
export async function seesAge(page: Page): Promise<void> {
  await sees(page.getByRole("status").filter({ hasText: /(You are offline|No connection to Suuber)\. This is from (today|yesterday), \d\d:\d\d/ }));
}
