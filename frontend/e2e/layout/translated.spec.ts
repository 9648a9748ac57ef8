import type { Page } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import type { ActRow } from "../support/focus.ts";
import { openPage } from "../support/overflow.ts";
import { toast, waitUntilLoaded } from "../support/page.ts";
import { fillCard, pressPay } from "../support/paying.ts";
import { setUpRow } from "../support/row-setup.ts";
import { holdScripts } from "../support/scripts.ts";
import { navigate } from "../support/sign-out.ts";
import { sweep } from "../support/sweep.ts";
import { translatePages } from "../support/translated.ts";
import { ACTS } from "./tables/acts.ts";
import { PAGES } from "./tables/pages.ts";
import { ALICE, SALON } from "./tables/worlds.ts";

const LONG_TEST_MS = 240_000;

/** The page is there, maybe below a dialog, and not the one of an error. */
async function expectShown(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.getByText("This page could not be shown.")).toHaveCount(0);
}

const SIGNING_IN: ActRow = {
  name: "signing in",
  world: { users: [ALICE] },
  acts: [
    {
      name: "the right password",
      at: "/login",
      does: async (page, setup) => {
        const { email, password } = setup.account("alice");
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password", { exact: true }).fill(password);
        await page.getByRole("button", { name: "Sign In with Email" }).click();
        await expect(page).toHaveURL("/");
        await expect(page.getByRole("link", { name: "Your profile" }).first()).toBeVisible();
      },
    },
  ],
};

const BOOKING_AND_PAYING: ActRow = {
  name: "booking and paying",
  who: "alice",
  world: { users: [ALICE], providers: [SALON] },
  acts: [
    {
      name: "a booking",
      at: "/booking?providerId={salon}",
      does: async (page) => {
        await page.getByLabel("Street address").fill(ADDRESS.street);
        await page.getByLabel("City").fill(ADDRESS.city);
        await page.getByLabel("Postal code").fill(ADDRESS.postalCode);
        await page.getByRole("button", { name: "Confirm Booking" }).click();
        await expect(page).toHaveURL(/\/checkout\//);
      },
    },
    {
      name: "its payment",
      does: async (page) => {
        await fillCard(page, CARDS.succeeds);
        await pressPay(page, "27.50");
        await expect(page).toHaveURL(/\/tracking\//);
        await expect(toast(page, "Payment Successful")).toBeVisible();
      },
    },
  ],
};

for (const row of sweep([SIGNING_IN, BOOKING_AND_PAYING, ...ACTS], 0)) {
  test(`${row.name} works on a page that the browser translates`, async ({ make, users }) => {
    test.setTimeout(LONG_TEST_MS);
    const setup = await setUpRow(row, make, users);
    await row.before?.(setup);
    const { page, person } = setup;
    await translatePages(person.context);
    for (const { name, at, does } of row.acts) {
      await test.step(name, async () => {
        if (at !== undefined) await page.goto(setup.path(at));
        await expectShown(page);
        await does(page, setup);
        await expectShown(page);
      });
    }
  });
}

// The words of another language are replaced just so.
for (const row of sweep(
  PAGES.filter(({ options }) => options === undefined),
  1,
)) {
  test(`${row.name} can be come to and left on a page that the browser translates`, async ({ make, users }) => {
    test.setTimeout(LONG_TEST_MS);
    const setup = await setUpRow(row, make, users);
    const { page, person } = setup;
    await translatePages(person.context);
    const links = (await row.links?.(setup)) ?? [];
    for (const path of [...links, ...row.paths.map((one) => setup.path(one))]) {
      await openPage(page, path);
      await expectShown(page);
      await navigate(page, "/help");
      await expectShown(page);
      await page.goBack();
      await expectShown(page);
      await waitUntilLoaded(page);
    }
    for (const { at, press, shows } of row.sheets ?? []) {
      await openPage(page, setup.path(at));
      await page.getByRole("main").or(page.getByRole("banner")).getByRole("button", { name: press }).first().click();
      const dialog = page.getByRole("dialog");
      await expect(shows?.(dialog) ?? dialog.getByRole("button").first()).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog.first()).toBeHidden();
      await expectShown(page);
    }
  });
}

test("what is typed before the script has come stays on a page that is translated meanwhile", async ({ users }) => {
  const { page, context } = await users.visitor();
  await translatePages(context);
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill("alice@example.com");
  await expect(page.locator("#root[data-prerendered] font").first()).toBeVisible();

  release();
  await page.locator("#root:not([data-prerendered])").waitFor({ state: "attached" });
  await expect(page.getByLabel("Email")).toHaveValue("alice@example.com");
  await page.getByRole("button", { name: "Sign In with Email" }).click();
  await expect(page.getByText("Password is required").first()).toBeVisible();
});
