import type { Page, Response } from "@playwright/test";

/** Whether an address is that of the account's live events. */
export const isLiveEvents = (address: string | URL): boolean => new URL(String(address)).pathname === "/api/events";

/** Resolves when the page's live connection is open; call it before the page is opened. */
export const liveConnection = (page: Page): Promise<Response> =>
  page.waitForResponse((response) => isLiveEvents(response.url()));
