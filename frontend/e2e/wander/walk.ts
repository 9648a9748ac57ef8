import type { Browser } from "@playwright/test";

import { makeDue } from "../support/queue.ts";
import { rowsOf } from "../support/store.ts";
import { type ActName, ACTS, actOf } from "./acts.ts";
import { check, checkAgreement } from "./invariants.ts";
import { type Setup, pause, Violation, Walker } from "./walker.ts";

const SENT_WITHIN_MS = 30_000;
const QUIET_AFTER_S = 12;

/** A walk whose methods are the acts: each is done, and looked at, as in a printed walk. */
export type Walk = Record<ActName, (...given: string[]) => Promise<void>> & {
  begin: (setup: Setup) => Promise<void>;
  end: () => Promise<void>;
};

/** Does one act, and looks at what the screen shows. */
export async function does(
  walker: Walker,
  act: string,
  given: readonly string[],
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  walker.done.push({ act, given });
  const address = walker.page.url();
  await actOf(act).perform(walker, ...given);
  await walker.settle();
  const isOther = walker.page.url() !== address || /^(open|reload|goBack|switchTab)/.test(act);
  walker.isTouched = !isOther && (walker.isTouched || act === "press" || act === "type");
  if (isOther && act !== "press") walker.isTranslated = false;
  await checkSettled(walker, known);
}

/** Looks again where the page went on meanwhile: there was nothing to look at. */
async function checkSettled(walker: Walker, known: ReadonlySet<string>): Promise<void> {
  await check(walker, known).catch(async (error: unknown) => {
    if (!String(error).includes("context was destroyed")) throw error;
    await walker.settle();
    await check(walker, known);
  });
}

/** Ends a walk: all is mended and quiet, home and Back work, and the screen agrees with the server. */
export async function end(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.mend();
  if (walker.hasFaults) await pause(QUIET_AFTER_S);
  await closeDialogs(walker);
  await sendAll(walker);
  await walker.settle();
  const address = page.url();
  if (!walker.isTouched && !walker.isTranslated) await checkAgreement(walker);
  await closeDialogs(walker);
  // In the page itself a way back to home is a step back.
  const outside = page.locator('a[href="/"]:not(main *)').filter({ visible: true });
  const isOutside = (await outside.count()) > 0;
  const home = (isOutside ? outside : page.locator('a[href="/"]').filter({ visible: true })).first();
  if ((await home.count()) === 0) throw new Violation("no way out", new URL(address).pathname);
  await home.click();
  await expectPage(walker, "home");
  if (new URL(page.url()).pathname !== "/") throw new Violation("home is not reached", page.url());
  if (!isOutside || new URL(address).pathname === "/") return;
  await page.goBack();
  await expectPage(walker, "Back");
  if (page.url() !== address) throw new Violation("Back leads elsewhere", `${address} became ${page.url()}`);
  await checkSettled(walker, new Set());
  if (!walker.isTranslated) await checkAgreement(walker);
}

async function expectPage(walker: Walker, way: string): Promise<void> {
  await walker.settle();
  const heading = walker.page.getByRole("heading", { level: 1 }).first();
  await heading.waitFor({ state: "attached", timeout: SENT_WITHIN_MS }).catch(() => {
    throw new Violation("no page comes", way);
  });
}

async function closeDialogs({ page }: Walker): Promise<void> {
  const dialog = page.locator("[role=dialog], [role=alertdialog]");
  for (let tries = 0; tries < 5 && (await dialog.count()) > 0; tries += 1) {
    const discard = page.getByRole("button", { name: "Discard it" });
    if (await discard.isVisible()) await discard.click();
    else await page.keyboard.press("Escape");
    await pause(0.5);
  }
  if ((await dialog.count()) > 0) throw new Violation("a dialog does not close", await dialog.first().innerText());
}

/** Everything that waits is sent, unless it was refused, or waits for its account. */
async function sendAll({ page, person }: Walker): Promise<void> {
  const { user } = await person.call<{ user: { id: string } | null }>("GET", "/api/auth/session");
  const waiting = async (): Promise<number> =>
    (await rowsOf(page)).filter(({ error, account }) => error === null && account === user?.id).length;
  if ((await waiting()) === 0) return;
  await makeDue(page);
  const until = Date.now() + SENT_WITHIN_MS;
  while (Date.now() < until) {
    await pause(0.5);
    if ((await waiting()) === 0) return;
  }
  throw new Violation("what waits is not sent", `${await waiting()} acts`);
}

/** The walk of a printed test. */
export function printedWalk(browser: Browser): { walk: Walk; close: () => Promise<void> } {
  let walker: Walker | null = null;
  const begun = (): Walker => {
    if (walker === null) throw new Error("A walk begins with begin().");
    return walker;
  };
  const acts = Object.keys(ACTS).map((act) => [act, (...given: string[]) => does(begun(), act, given)] as const);
  const walk = {
    ...Object.fromEntries(acts),
    begin: async (setup: Setup) => {
      walker = await Walker.begin(browser, setup);
    },
    end: () => end(begun()),
  } as Walk;
  return { walk, close: async () => walker?.close() };
}
