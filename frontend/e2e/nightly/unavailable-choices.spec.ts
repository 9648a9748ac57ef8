import type { Locator, Page } from "@playwright/test";

import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";

const TAKEN = { status: 409, json: { message: "Somebody was faster.", code: "conflict" } };

/** Opens a dialog, chooses, and confirms what is meanwhile taken; returns the dialog. */
async function isUnavailable(
  page: Page,
  opener: RegExp,
  chooses: (dialog: Locator) => Promise<unknown>,
  press: string,
): Promise<Locator> {
  await page.route("**/api/recurring-bookings/**", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill(TAKEN),
  );
  await page.getByRole("main").getByRole("button", { name: opener }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.first()).toBeVisible();
  await chooses(dialog);
  await dialog.getByRole("button", { name: press }).click();
  await expect(dialog.getByText("Somebody was faster.").first()).toBeVisible();
  await page.unroute("**/api/recurring-bookings/**");
  return dialog;
}

async function leave(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  const discard = page.getByRole("button", { name: "Discard it" });
  await expect.poll(async () => (await dialog.count()) === 0 || (await discard.count()) > 0).toBe(true);
  if ((await discard.count()) > 0) await discard.click();
  await expect(dialog.first()).toBeHidden();
}

test("what is gone when it is chosen is said, and is chosen no longer: another hour, another card, another provider", async ({
  make,
  users,
}) => {
  const { users: made } = await make({
    users: [{ ref: "alice", cards: ["visa", "mastercard"] }],
    // The other one can take over a recurring booking.
    providers: [{ ref: "salon" }, { ref: "other" }],
    recurring: [{ ref: "weekly", customer: "alice", provider: "salon", days: 5, time: "17:00" }],
  });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  alice.pageErrors.allowResponse(409);
  await page.goto("/recurring");
  const fourteen = (dialog: Locator): Locator =>
    dialog
      .getByRole("grid")
      .getByRole("button", { name: /, 14:00 to/ })
      .locator("visible=true")
      .first();
  const moved = await isUnavailable(page, /^Move /, (dialog) => fourteen(dialog).click(), "Move pickup");
  await expect(fourteen(moved)).toHaveAttribute("aria-pressed", "false");
  await expect(moved.getByRole("button", { name: "Move pickup" })).toBeDisabled();
  await leave(page, moved);

  const chosen = (dialog: Locator): Promise<string> => dialog.getByRole("radio", { checked: true }).inputValue();
  let before = "";
  const choose = async (dialog: Locator): Promise<void> => {
    before = await chosen(dialog);
    await dialog.getByRole("radio").nth(2).check();
  };
  const charged = await isUnavailable(page, /^Change card/, choose, "Change card");
  await expect.poll(() => chosen(charged)).toEqual(before);
  await leave(page, charged);

  const bruno = await users.signedIn(made.salon);
  await bruno.call("POST", "/api/provider/pause", { until: swissDay(20) });
  await page.goto("/recurring");
  const replaced = await isUnavailable(
    page,
    /^Choose another provider/,
    (dialog) => dialog.getByRole("radio").first().check(),
    "Use this provider",
  );
  await expect(replaced.getByRole("radio", { checked: true })).toHaveCount(0);
  await leave(page, replaced);
});
