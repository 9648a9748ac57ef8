import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { looksRight } from "./support/looks";
import { sees, seesNoMore } from "./support/seeing";
import { PHONE, test } from "./support/stage";

const MOST_SHIFT = 0.02;
const QUIET_MS = 500;

/** Holds the app's scripts back until the answer is called, as a very slow network does. */
async function holdsScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/static\/app\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** By how much the layout has jumped since the page began (the browser's cumulative layout shift). */
function shift(page: Page): Promise<number> {
  return page.evaluate(
    (quiet) =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), quiet);
      }),
    QUIET_MS,
  );
}

describe("before the script has arrived", () => {
  test.for([
    { path: "/", heading: "Fresh laundry, from next door" },
    { path: "/services", heading: "Our Services" },
  ])("$path shows its layout, says that it loads, and does not jump afterwards", async ({ path, heading }, { stage }) => {
    const { page } = await stage.enters();
    const release = await holdsScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    const waiting = page.locator("main[aria-busy=true]");
    await sees(waiting);
    expect(await page.getByRole("status").allInnerTexts()).toEqual(["Loading..."]);
    // A screen reader finds nothing else but the page's name.
    expect((await waiting.ariaSnapshot()).split("\n")).toHaveLength(3);
    await looksRight(page);

    await page.setViewportSize(PHONE);
    const before = await shift(page);
    release();
    await seesNoMore(waiting);
    await sees(page.getByRole("heading", { level: 1, name: heading }));
    expect((await shift(page)) - before).toBeLessThan(MOST_SHIFT);
  });
});
