import type { Locator, Page } from "playwright-core";

import { CARDS } from "./support/cards";
import { repeats, savesCard, whilePaused } from "./support/orders";
import { DEMO } from "./support/person";
import { becomes, sees, seesNoMore } from "./support/seeing";
import { test } from "./support/stage";

const CUSTOMER = "patrick.vogt@example.com";
const TAKEN = { status: 409, json: { message: "Somebody was faster.", code: "conflict" } };

/** Opens a dialog, chooses, and presses what the server then refuses because it is gone; answers the dialog. */
async function isRefused(page: Page, opener: RegExp, chooses: (dialog: Locator) => Promise<unknown>, press: string): Promise<Locator> {
  await page.route("**/api/recurring-bookings/**", (route) => (route.request().method() === "GET" ? route.fallback() : route.fulfill(TAKEN)));
  await page.getByRole("main").getByRole("button", { name: opener }).first().click();
  const dialog = page.getByRole("dialog");
  await sees(dialog);
  await chooses(dialog);
  await dialog.getByRole("button", { name: press }).click();
  await sees(dialog.getByText("Somebody was faster."));
  await page.unroute("**/api/recurring-bookings/**");
  return dialog;
}

async function leaves(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  const discard = page.getByRole("button", { name: "Discard it" });
  await becomes(async () => (await dialog.count()) === 0 || (await discard.count()) > 0, true);
  if ((await discard.count()) > 0) await discard.click();
  await seesNoMore(dialog);
}

test("what is gone when it is chosen is said, and is chosen no longer: another hour, another card, another provider", async ({ stage }) => {
  const alice = await stage.enters();
  const bruno = await stage.enters();
  const { page } = alice;
  alice.watch.allowAnswer(409);
  const { id } = await alice.signsIn(CUSTOMER);
  const { providerId } = await bruno.signsIn(DEMO.provider);
  await savesCard(alice, CARDS.succeeds);
  await savesCard(alice, CARDS.another);
  const booking = await repeats(alice, id, providerId, "17:00");
  try {
    await page.goto("/recurring");
    const fourteen = (dialog: Locator): Locator => dialog.getByRole("grid").getByRole("button", { name: /, 14:00 to/ }).locator("visible=true").first();
    const moved = await isRefused(page, /^Move /, (dialog) => fourteen(dialog).click(), "Move pickup");
    await becomes(() => fourteen(moved).getAttribute("aria-pressed"), "false");
    await becomes(() => moved.getByRole("button", { name: "Move pickup" }).isDisabled(), true);
    await leaves(page, moved);

    const chosen = (dialog: Locator): Promise<string> => dialog.getByRole("radio", { checked: true }).inputValue();
    let before = "";
    const chooses = async (dialog: Locator): Promise<void> => {
      before = await chosen(dialog);
      await dialog.getByRole("radio").nth(2).check();
    };
    const charged = await isRefused(page, /^Change card/, chooses, "Change card");
    await becomes(() => chosen(charged), before);
    await leaves(page, charged);

    await whilePaused(bruno, async () => {
      await page.goto("/recurring");
      const replaced = await isRefused(page, /^Choose another provider/, (dialog) => dialog.getByRole("radio").first().check(), "Use this provider");
      await becomes(() => replaced.getByRole("radio", { checked: true }).count(), 0);
      await leaves(page, replaced);
    });
  } finally {
    await alice.call("DELETE", `/api/recurring-bookings/${booking.id}`);
  }
});
