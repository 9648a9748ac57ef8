import type { Page } from "@playwright/test";

import { violationsOf } from "../support/accessibility.ts";
import { sideways } from "../support/overflow.ts";
import { rowsOf } from "../support/store.ts";
import { pause, Violation, type Walker } from "./walker.ts";

/** What must hold after each step; the details of what does not. */
type Invariant = { kind: string; failsOn: (walker: Walker) => Promise<readonly string[]> };

/** A banner comes a second after its page, for visitors after six. */
const SAID_WITHIN_MS = 9000;
const FOCUSED_WITHIN_MS = 2500;

/** What is said where a page is an error. */
const ERRORS = /This page could not be shown|404 Page Not Found|Server Error|^Not Found/;

async function errorPage({ page, hasLostScript }: Walker): Promise<readonly string[]> {
  const text = await page.evaluate(() => (document.querySelector("main") ?? document.body).innerText);
  const [error] = ERRORS.exec(text) ?? [];
  // Without its script a page offers to try again.
  return error === undefined || hasLostScript ? [] : [`${error} at ${new URL(page.url()).pathname}`];
}

/** Main actions whose centre lies under something at every scroll position, or under a toast at this one. */
function coveredMainActions(): string[] {
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
  const within = dialogs.at(-1) ?? document.querySelector("main");
  const found: string[] = [];
  const scrolled = window.scrollY;
  const coverOf = (control: Element): Element | null => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return over === null || control.contains(over) || over.contains(control) ? null : over;
  };
  for (const control of within?.querySelectorAll(":is(button:enabled, a[href]):is(.bg-accent, .bg-brand)") ?? []) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const over = coverOf(control);
    if (over === null) continue;
    const isFree = (["nearest", "center"] as const).some((block) => {
      control.scrollIntoView({ block, behavior: "instant" });
      return coverOf(control) === null;
    });
    if (over.closest("[data-toasts]") !== null || !isFree)
      found.push(`"${control.textContent}" under ${over.tagName.toLowerCase()} "${over.textContent.slice(0, 40)}"`);
  }
  window.scrollTo({ top: scrolled, behavior: "instant" });
  return found;
}

/** On a page that was not loaded anew, the focus is not lost by what removes its control. */
async function lostFocus({ page, done }: Walker): Promise<readonly string[]> {
  const last = done.at(-1);
  if (last?.act !== "press") return [];
  const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
  if (!(await page.evaluate(isLost))) return [];
  // A page that was loaded begins at its top, as one of any site.
  if (await page.evaluate(() => !("isKnown" in window))) return [];
  const isFound = await page
    .waitForFunction(() => document.activeElement !== document.body, undefined, { timeout: FOCUSED_WITHIN_MS })
    .then(() => true)
    .catch(() => false);
  return isFound ? [] : [`after ${last.given.join(" ")}`];
}

/** Acts that wait on this device, of which the page says nothing. */
async function unsaid({ page }: Walker): Promise<readonly string[]> {
  const rows = await rowsOf(page);
  if (rows.length === 0) return [];
  const isOnline = await page.evaluate(() => navigator.onLine);
  const failed = rows.filter(({ error }) => error !== null);
  // With a connection it is sent, and its toast has said so.
  if (isOnline && failed.length === 0) return [];
  const isSaid = await page
    .getByText(/(sent later|to sign in|not sent|Not sent)\b/)
    .first()
    .waitFor({ timeout: SAID_WITHIN_MS })
    .then(() => true)
    .catch(() => false);
  const isLeft = isSaid || (await rowsOf(page)).length === 0;
  return isLeft ? [] : rows.map(({ method, url }) => `${method} ${url.replace(/[0-9a-f-]{36}/g, "…")}`);
}

/** Every screen has a way on: home, or what a dialog asks. */
async function noWayOut({ page }: Walker): Promise<readonly string[]> {
  const hasWayOut = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1);
    const ways = dialog?.querySelectorAll("button:enabled, a[href]") ?? document.querySelectorAll('a[href="/"]');
    return [...ways].some((way) => way.checkVisibility({ visibilityProperty: true }));
  });
  return hasWayOut ? [] : [new URL(page.url()).pathname];
}

/** What axe finds on a screen that is new in this walk. */
async function inaccessible(walker: Walker, known: ReadonlySet<string>): Promise<readonly string[]> {
  const screen = await walker.screen();
  if (walker.seen.has(screen) || known.has(`${walker.setup.screen} ${screen}`)) return [];
  walker.seen.add(screen);
  return violationsOf(walker.page);
}

const INVARIANTS: readonly Invariant[] = [
  { kind: "an error page", failsOn: errorPage },
  { kind: "an error of the page", failsOn: ({ person }) => Promise.resolve(person.pageErrors.list()) },
  { kind: "wider than the screen", failsOn: ({ page }) => page.evaluate(sideways) },
  { kind: "the main action lies under something", failsOn: ({ page }) => page.evaluate(coveredMainActions) },
  { kind: "the focus is lost", failsOn: lostFocus },
  { kind: "an act waits, and nothing says so", failsOn: unsaid },
  { kind: "no way out", failsOn: noWayOut },
];

/** Throws on the first thing that does not hold. `known`: the screens that axe has found right in other walks. */
export async function check(walker: Walker, known: ReadonlySet<string>): Promise<void> {
  for (const { kind, failsOn } of INVARIANTS) {
    const failures = await failsOn(walker);
    if (failures.length > 0) throw new Violation(kind, failures.join("\n"));
  }
  const [found] = await inaccessible(walker, known);
  if (found !== undefined) throw new Violation(`axe: ${found.split(":")[0] ?? ""}`, found);
  await walker.page.evaluate(() => Object.assign(window, { isKnown: true }));
}

/** What the page says in its main part, but for forms and what time changes. */
const textOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said = document.querySelector<HTMLElement>("main")?.innerText ?? "";
    return said
      .split("\n")
      .map((line) => line.replace(/\b(\d+ (seconds?|minutes?|min|hours?|h)|for \d+:\d\d)\b/g, "…").trim())
      .filter((line) => line !== "");
  });

/** The lines that are in one text only. */
function difference(one: readonly string[], other: readonly string[]): string[] {
  return [
    ...one.filter((line) => !other.includes(line)).map((line) => `- ${line}`),
    ...other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`),
  ];
}

const AGREES_WITHIN_MS = 10_000;

/** Once all is quiet, the page says what it says when it is loaded anew. */
export async function checkAgreement(walker: Walker): Promise<void> {
  const before = await textOf(walker.page);
  await walker.page.reload();
  await walker.settle();
  let different: string[] = [];
  const until = Date.now() + AGREES_WITHIN_MS;
  while (Date.now() < until) {
    await pause(0.5);
    different = difference(before, await textOf(walker.page));
    if (different.length === 0) return;
  }
  throw new Violation("the screen disagrees with the server", different.join("\n"));
}
