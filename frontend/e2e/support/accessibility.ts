import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import axe from "axe-core";

import { DESKTOP, PHONE } from "../fixtures/screens.ts";
import { expect } from "../fixtures/test.ts";

const SMALLEST = { width: 360, height: 780 };

/** What axe finds on the page. */
export async function violationsOf(page: Page, only?: "color-contrast"): Promise<string[]> {
  await waitForAnimations(page);
  const builder = new AxeBuilder({ page, axeSource: axe.source })
    // Only this page: iframes belong to other sites.
    .setLegacyMode()
    // Preloading files is unnecessary: they are our own.
    .options({ resultTypes: ["violations"], preload: false, iframes: false });
  if (only !== undefined) builder.withRules(only);
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join(" | ")}`,
  );
}

/** Longer than any transition of the app. */
const ANIMATIONS_MS = 3000;

/** Waits for colour transitions after a change of theme. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async (limitMs) => {
    const ended = async (): Promise<void> => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const moving = document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(moving.map(({ finished }) => finished));
    };
    // What never ends (a page in the background draws no frames) is no reason not to look.
    await Promise.race([ended(), new Promise((resolve) => setTimeout(resolve, limitMs))]);
  }, ANIMATIONS_MS);
}

/** How many px the page is wider than the window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** No axe violations on phone and desktop, light and dark; and no horizontal scrolling on the smallest phone. */
export async function expectAccessible(page: Page): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const [device, viewport] of [
    ["phone", PHONE],
    ["desk", DESKTOP],
  ] as const) {
    await page.setViewportSize(viewport);
    found[`${device}, light`] = await violationsOf(page);
    await page.emulateMedia({ colorScheme: "dark" });
    // Dark mode only changes colours.
    found[`${device}, dark`] = await violationsOf(page, "color-contrast");
    await page.emulateMedia({ colorScheme: "light" });
  }
  expect(found).toEqual({ "phone, light": [], "phone, dark": [], "desk, light": [], "desk, dark": [] });
  await page.setViewportSize(SMALLEST);
  await expect.poll(() => overflowOf(page)).toBe(0);
  await page.setViewportSize(PHONE);
}
