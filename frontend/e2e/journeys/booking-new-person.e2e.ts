import type { Locator } from "playwright-core";
import { expect } from "vitest";

import { CARDS } from "../support/cards";
import { ADDRESS } from "../support/orders";
import { fillsCard } from "../support/paying";
import { PASSWORD } from "../support/person";
import { arrivesAt, becomes, pathOf, sees, toast, words } from "../support/seeing";
import { test } from "../support/stage";

/** A new person's whole way takes no more than this beside typing. */
const MOST_TAPS = 12;

test("a new person books and pays, home to paid, in a dozen taps and without typing anything twice", async ({ stage }) => {
  const alice = await stage.enters();
  const { page, watch } = alice;
  let taps = 0;
  const presses = async (what: Locator): Promise<void> => {
    await what.click();
    taps += 1;
  };
  /** A tap into the field, then the keyboard. */
  const types = async (field: Locator, text: string): Promise<void> => {
    await presses(field);
    await field.fill(text);
  };
  const next = async (field: Locator, text: string): Promise<void> => {
    // The keyboard's own way from field to field.
    await page.keyboard.press("Tab");
    await becomes(() => field.evaluate((element) => element === element.ownerDocument.activeElement), true);
    await field.fill(text);
  };

  // 1. Home: the first card leads to the form, which has a time already.
  await page.goto("/");
  await presses(page.getByRole("article").first().getByRole("link", { name: /^Book Now/ }));
  const confirm = page.getByRole("button", { name: "Confirm Booking" });
  await sees(confirm);
  expect(await confirm.isDisabled()).toBe(true);
  await presses(page.getByRole("button", { name: "Add your street to continue" }));
  const street = page.getByLabel("Street address");
  await becomes(() => street.evaluate((element) => element === element.ownerDocument.activeElement), true);
  await street.fill(ADDRESS.street);
  await sees(page.getByText(/^Back by/));
  await presses(page.getByRole("checkbox", { name: "Keep this address" }));
  const booking = pathOf(page);
  await presses(confirm);

  // 2. In the same place: who they are. Google and Apple are not set up here, and not offered.
  const sheet = page.getByRole("dialog", { name: "Last step: your account" });
  await sees(sheet);
  expect(pathOf(page)).toBe(booking);
  expect(await sheet.getByRole("button", { name: /Google|Apple/ }).count()).toBe(0);
  await types(sheet.getByLabel("First Name"), "Alice");
  await next(sheet.getByLabel("Email"), `alice-${crypto.randomUUID()}@example.com`);
  await next(sheet.getByLabel("Password"), PASSWORD);
  await presses(sheet.getByRole("button", { name: "Create account and continue" }));

  // 3. The checkout comes by itself.
  await arrivesAt(page, /^\/checkout\/[0-9a-f-]{36}$/);
  await fillsCard(page, CARDS.succeeds);
  const pay = page.getByRole("button", { name: /^Pay \d+\.\d\d CHF$/ });
  // The card's number is tapped, the rest is the keyboard's.
  taps += 1;
  await presses(pay);
  await arrivesAt(page, /^\/tracking\/[0-9a-f-]{36}$/);
  expect(await toast(page, "Payment Successful")).toContain("Your order has been confirmed!");
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);

  // 4. One order, and the address is there for the next one, chosen.
  const { id } = (await alice.call<{ user: { id: string } }>("GET", "/api/auth/session")).user;
  expect(await alice.call<unknown[]>("GET", `/api/orders/customer/${id}`)).toHaveLength(1);
  expect(watch.complaints()).toEqual([]);
  await page.goto(booking);
  await sees(confirm);
  expect(await street.inputValue()).toBe(ADDRESS.street);
  expect(await words(page.getByRole("group", { name: /addresses/i }).getByRole("button", { pressed: true }))).toContain(ADDRESS.street);
}, 120_000);
