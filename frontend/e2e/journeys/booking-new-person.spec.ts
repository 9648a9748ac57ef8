import type { Locator } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS } from "../fixtures/orders.ts";
import { PASSWORD } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { pathOf, toast } from "../support/page.ts";
import { fillCard } from "../support/paying.ts";

/** The limit of taps for a new person's whole booking, typing not counted. */
const MOST_TAPS = 12;

test("a new person books and pays, home to paid, in a dozen taps and without typing anything twice", async ({
  make,
  users,
}) => {
  test.setTimeout(120_000);
  const { providers: made } = await make({ providers: [{ ref: "salon" }] });
  const alice = await users.visitor();
  const { page, pageErrors } = alice;
  let taps = 0;
  const press = async (what: Locator): Promise<void> => {
    await what.click();
    taps += 1;
  };
  /** One tap into the field, then the keyboard. */
  const typeIn = async (field: Locator, text: string): Promise<void> => {
    await press(field);
    await field.fill(text);
  };
  const next = async (field: Locator, text: string): Promise<void> => {
    // The keyboard's "next field" key.
    await page.keyboard.press("Tab");
    await expect(field).toBeFocused();
    await field.fill(text);
  };

  // 1. Home: a card leads to the form, which has a default time.
  await page.goto("/");
  await press(page.getByRole("link", { name: `Book Now with ${made.salon.name}` }));
  const confirm = page.getByRole("button", { name: "Confirm Booking" });
  await expect(confirm).toBeVisible();
  await expect(confirm).toBeDisabled();
  await press(page.getByRole("button", { name: "Add your street to continue" }));
  const street = page.getByLabel("Street address");
  await expect(street).toBeFocused();
  await street.fill(ADDRESS.street);
  await expect(page.getByText(/^Back by/).first()).toBeVisible();
  await press(page.getByRole("checkbox", { name: "Keep this address" }));
  const booking = pathOf(page);
  await press(confirm);

  // 2. On the same page: registration. Google and Apple are not configured here, so not offered.
  const sheet = page.getByRole("dialog", { name: "Last step: your account" });
  await expect(sheet.first()).toBeVisible();
  await expect(page).toHaveURL(booking);
  await expect(sheet.getByRole("button", { name: /Google|Apple/ })).toHaveCount(0);
  await typeIn(sheet.getByLabel("First Name"), "Alice");
  await next(sheet.getByLabel("Email"), `alice-${crypto.randomUUID()}@example.com`);
  await next(sheet.getByLabel("Password"), PASSWORD);
  await press(sheet.getByRole("button", { name: "Create account and continue" }));

  // 3. The checkout opens by itself.
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
  await fillCard(page, CARDS.succeeds);
  const pay = page.getByRole("button", { name: /^Pay \d+\.\d\d CHF$/ });
  // One tap for the card number; the rest by keyboard.
  taps += 1;
  await press(pay);
  await expect(page).toHaveURL(/\/tracking\/[0-9a-f-]{36}$/);
  await expect(toast(page, "Payment Successful")).toContainText("Your order has been confirmed!", {
    useInnerText: true,
  });
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);

  // 4. There is one order, and the address is saved and preselected.
  const { id } = (await alice.call<{ user: { id: string } }>("GET", "/api/auth/session")).user;
  expect(await alice.call<unknown[]>("GET", `/api/orders/customer/${id}`)).toHaveLength(1);
  expect(pageErrors.list()).toEqual([]);
  await page.goto(booking);
  await expect(confirm).toBeVisible();
  await expect(street).toHaveValue(ADDRESS.street);
  await expect(page.getByRole("group", { name: /addresses/i }).getByRole("button", { pressed: true })).toContainText(
    ADDRESS.street,
    { useInnerText: true },
  );
});
