import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

import { DESK, PHONE } from "./stage";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SMALLEST = { width: 360, height: 780 };
// Nothing is asked of files: they are the site's own, and in place.
const ALL_RULES: RunOptions = { resultTypes: ["violations"], preload: false };
// What else is on a page does not change with its colours.
const COLOURS: RunOptions = { ...ALL_RULES, runOnly: ["color-contrast"] };

async function barriers(page: Page, options: RunOptions): Promise<string[]> {
  await settles(page);
  // Evaluated, not added as a script element: the content policy is right to refuse that.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const run = (wanted: RunOptions): Promise<AxeResults> =>
    (window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run(wanted);
  const { violations } = await page.evaluate(run, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join(" | ")}`);
}

/** Waits until colours have arrived where a change of the look sends them. */
async function settles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** By how many pixels the page is wider than the window: a person could scroll sideways by as much. */
function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Nothing keeps anybody out, on phone and desk, light and dark; and nothing is too wide for the smallest phone. */
export async function looksRight(page: Page): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const [device, viewport] of [["phone", PHONE], ["desk", DESK]] as const) {
    await page.setViewportSize(viewport);
    found[`${device}, light`] = await barriers(page, ALL_RULES);
    await page.emulateMedia({ colorScheme: "dark" });
    found[`${device}, dark`] = await barriers(page, COLOURS);
    await page.emulateMedia({ colorScheme: "light" });
  }
  expect(found).toEqual({ "phone, light": [], "phone, dark": [], "desk, light": [], "desk, dark": [] });
  await page.setViewportSize(SMALLEST);
  expect(await overhang(page)).toBe(0);
  await page.setViewportSize(PHONE);
}
