import type { Locator, Page, Route } from "@playwright/test";

import { expect } from "../fixtures/test.ts";
import { faultsOnSmallest } from "./overflow.ts";
import { pathOf, waitUntilLoaded } from "./page.ts";

/** A dialog with a button that sends a request. */
export type FailingDialog = {
  /** The source file that renders it. */
  file: string;
  at: string;
  opens: (page: Page) => Promise<void>;
  /** Fills in its fields. */
  types?: (dialog: Locator) => Promise<void>;
  /** The button that sends the request. */
  press: string | RegExp;
  /** Without a response its action is queued, so the dialog shows no error. */
  mayWait?: boolean;
};

/** A failing response, and its text on screen. */
type Failure = {
  fails: (route: Route) => Promise<void>;
  says: RegExp;
  /** The server did not respond. */ isUnanswered?: boolean;
};

/** Tested by default; the others only with SWEEP=all. */
const SERVER_ERROR: Failure = {
  fails: (route) =>
    route.fulfill({ status: 500, json: { message: "Nothing came of it, number 4711.", code: "error" } }),
  says: /number 4711/,
};
const UNANSWERED: readonly Failure[] = [
  {
    fails: (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><h1>Welcome to our network</h1>" }),
    says: /did not answer as expected|not be saved|failed|try again/i,
    isUnanswered: true,
  },
  { fails: (route) => route.abort(), says: /No connection to Suuber|connection|try again/i, isUnanswered: true },
];
const FAILINGS: readonly Failure[] = process.env["SWEEP"] === "all" ? [SERVER_ERROR, ...UNANSWERED] : [SERVER_ERROR];

/** The values of all fields in a dialog. */
function filledIn(dialog: Locator): Promise<(string | boolean)[]> {
  return dialog.locator("input:not([type=file]), textarea, select").evaluateAll((controls) =>
    controls.map((control) => {
      const { type, checked, value } = control as HTMLInputElement;
      return type === "radio" || type === "checkbox" ? checked : value;
    }),
  );
}

/** Clicks beside the sheet, if there is room. */
async function tapBeside(page: Page, dialog: Locator): Promise<void> {
  const box = await dialog.boundingBox();
  if (box === null) throw new Error("The dialog has no place.");
  // Toasts are at the top.
  if (box.y > 40) await page.mouse.click(box.x + box.width / 2, box.y - 10);
}

/** Closes the dialog, and discards its input. */
async function closeDialog(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Close", exact: true }).first().click();
  const discard = page.getByRole("button", { name: "Discard it" });
  await expect.poll(async () => (await dialog.count()) === 0 || (await discard.count()) > 0).toBe(true);
  if ((await discard.count()) > 0) await discard.click();
  await expect(dialog.first()).toBeHidden();
}

/**
 * Opens the dialog and presses its button, which fails: it must show the error, keep its input, and fit on the smallest
 * phone. Returns what is wrong.
 */
async function tryFailing(
  page: Page,
  { file, at, opens, types, press }: FailingDialog,
  { fails, says, isUnanswered = false }: Failure,
): Promise<string[]> {
  if (pathOf(page) !== at) {
    await page.goto(at);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitUntilLoaded(page);
  }
  await opens(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.first()).toBeVisible();
  await types?.(dialog);
  await expect(dialog.getByRole("button", { name: press }).last()).toBeVisible();
  const wrong = isUnanswered ? [] : (await faultsOnSmallest(page)).map((fault) => `${file}: ${fault}`);
  const typed = await filledIn(dialog);

  const failWrites = (route: Route): Promise<void> =>
    route.request().method() === "GET" ? route.fallback() : fails(route);
  await page.route("**/api/**", failWrites);
  await dialog.getByRole("button", { name: press }).last().click();
  const isSaid = await expect(dialog.getByText(says).first())
    .toBeVisible()
    .then(
      () => true,
      () => false,
    );
  if (!isSaid) wrong.push(`${file}: says nothing of ${String(says)}`);
  if (isSaid) await tapBeside(page, dialog);
  if ((await dialog.count()) === 0) wrong.push(`${file}: is gone`);
  const remaining = (await dialog.count()) === 0 ? typed : await filledIn(dialog);
  if (JSON.stringify(remaining) !== JSON.stringify(typed))
    wrong.push(`${file}: ${JSON.stringify(typed)} became ${JSON.stringify(remaining)}`);
  await page.unroute("**/api/**", failWrites);
  if ((await dialog.count()) > 0) await closeDialog(page, dialog);
  return wrong;
}

/** Tests every dialog with every failure that it must show; returns what is wrong. */
export async function findSilentFailures(page: Page, dialogs: readonly FailingDialog[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const dialog of dialogs) {
    const failings = FAILINGS.filter(({ isUnanswered = false }) => !(isUnanswered && dialog.mayWait === true));
    for (const failing of failings) wrong.push(...(await tryFailing(page, dialog, failing)));
  }
  return wrong;
}
