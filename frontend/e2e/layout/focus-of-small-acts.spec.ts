import type { Page } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS, ADDRESS_LINE, dayFreeAt, freeHours, type Order, payOrder, placeOrder, providerWithHours, saveCard } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { type Act, answerDialog, button, findLostFocus, press } from "../support/focus.ts";
import { toast } from "../support/page.ts";

const LONG_TEST_MS = 240_000;

const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

const slots = (page: Page): ReturnType<Page["locator"]> => page.getByRole("grid").getByRole("button").locator("visible=true");

/** Leaves the dialog that opens as it is. */
async function leave(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}

const LIST: readonly Act[] = [
  {
    name: "the search is emptied",
    lands: /^input/,
    at: "/",
    does: async (page) => {
      await page.getByPlaceholder("Search service providers...").fill("luca");
      await press(button(page, "Clear search"));
      await expect(button(page, "Clear search").first()).toBeHidden();
    },
  },
  {
    name: "a favourite",
    lands: /^button Favourite: /,
    at: "/?show=all",
    does: async (page) => {
      await press(button(page, /^Favourite: /).nth(3));
      await expect(page.getByRole("button", { name: /^Favourite: /, pressed: true }).first()).toBeVisible();
    },
  },
  {
    name: "no favourite",
    lands: /^button Favourite: /,
    does: async (page) => {
      await press(page.getByRole("button", { name: /^Favourite: /, pressed: true }));
      await expect(page.getByRole("button", { name: /^Favourite: /, pressed: true }).first()).toBeHidden();
    },
  },
  {
    name: "a filter",
    lands: /^button Eco-friendly/,
    does: async (page) => {
      await press(button(page, "Eco-friendly"));
      await expect(button(page, "Clear filters (1)").first()).toBeVisible();
    },
  },
  {
    name: "no filter",
    lands: /^(button|a|h\d) /,
    does: async (page) => {
      await press(button(page, "Clear filters (1)"));
      await expect(button(page, "Clear filters (1)").first()).toBeHidden();
    },
  },
  {
    name: "the filter that was to blame is left out",
    lands: /^(button|a|h\d) /,
    at: "/?eco=1&q=luca",
    does: async (page) => {
      await press(button(page, /^Without “Eco-friendly”/));
      await expect(page.getByRole("heading", { name: "Luca B." }).first()).toBeVisible();
    },
  },
  {
    name: "trying again",
    at: "/help",
    does: async (page) => {
      await page.route(/\/api\/providers\/\d{4}/, (route) => route.fulfill({ status: 500, json: { message: "Something went wrong." } }), { times: 1 });
      await page.getByRole("link", { name: "Home" }).first().click();
      await press(button(page, "Try again"));
      await expect(page.getByRole("article").first()).toBeVisible();
    },
  },
];

const CALENDAR: readonly Act[] = [
  {
    name: "another week",
    lands: /^button Next week/,
    at: "/schedule-test",
    does: async (page) => {
      await press(button(page, "Next week"));
      await expect(slots(page).first()).toBeVisible();
    },
  },
  {
    name: "a time that is chosen",
    does: async (page) => {
      await press(slots(page).first());
      await expect(button(page, "Confirm Booking").first()).toBeVisible();
    },
  },
  {
    name: "a time that is confirmed",
    lands: /^h\d Booking Confirmed/,
    does: async (page) => {
      await press(button(page, "Confirm Booking"));
      await expect(page.getByRole("heading", { name: "Booking Confirmed" })).toBeVisible();
    },
  },
  {
    name: "the answer to it is closed",
    does: async (page) => {
      await press(page.getByRole("main").getByRole("button", { name: "Close" }));
      await expect(page.getByRole("heading", { name: "Booking Confirmed" })).toBeHidden();
    },
  },
];

function bookingActs(providerId: string): readonly Act[] {
  return [
    {
      name: "what verified means",
      lands: /^button .*Verified/,
      at: `/providers/${providerId}`,
      does: async (page) => {
        await press(button(page, /Verified/));
        await leave(page);
      },
    },
    {
      name: "a time among more dates",
      lands: /^a Change, /,
      at: `/booking?providerId=${providerId}`,
      does: async (page) => {
        await page.getByLabel("Street address").fill(ADDRESS.street);
        await press(page.getByRole("link", { name: /^More dates/ }));
        await press(button(page, "Next week"));
        await press(slots(page).last());
        await press(button(page, "Confirm Booking"));
        await expect(page.getByRole("link", { name: /^Change, / }).first()).toBeVisible();
      },
    },
    {
      name: "no account after all",
      lands: /^button Confirm Booking/,
      does: async (page) => {
        await press(button(page, "Confirm Booking"));
        await leave(page);
      },
    },
    {
      name: "a password that is shown",
      lands: /^button /,
      at: "/login",
      does: async (page) => {
        await press(button(page, "Show password"));
        await expect(page.getByRole("textbox", { name: "Password", exact: true }).first()).toBeVisible();
      },
    },
  ];
}

test("after the small acts of a visitor, too, the focus stands", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const visitor = await users.visitor();
  visitor.pageErrors.allowResponse(500);
  const provider = await providerWithHours(visitor, 2);
  expect(await findLostFocus(visitor.page, [...LIST, ...CALENDAR, ...bookingActs(provider.id)])).toEqual([]);
});

function orderActs(order: Order, day: string): readonly Act[] {
  return [
    {
      name: "another pickup time is had",
      at: `/tracking/${order.id}`,
      does: async (page) => {
        await press(button(page, "Change pickup time"));
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Day").selectOption(day);
        await dialog.getByLabel("Time").selectOption({ index: 1 });
        await answerDialog(page, "Change pickup time");
        await expect(toast(page, "Pickup time changed")).toBeVisible();
      },
    },
    {
      name: "what was begun is not kept",
      lands: /^button Change address or note/,
      does: async (page) => {
        await press(button(page, "Change address or note"));
        await page.getByRole("dialog").getByLabel("Note for your provider").fill("Ring twice");
        await page.keyboard.press("Escape");
        await answerDialog(page, "Discard it");
      },
    },
    {
      name: "a conversation is closed",
      lands: /^button Message/,
      does: async (page) => {
        await press(button(page, "Message"));
        await leave(page);
      },
    },
    {
      name: "the same again is left",
      lands: /^button Again: /,
      at: "/",
      does: async (page) => {
        await press(page.getByRole("region", { name: "Book again" }).getByRole("button", { name: /^Again: / }).first());
        await leave(page);
      },
    },
    {
      name: "a password that is refused",
      at: "/profile/settings",
      does: async (page) => {
        await page.getByLabel("Current password").fill("not-my-password");
        await page.getByLabel("New password", { exact: true }).fill("laundry-demo-anew");
        await press(button(page, "Change password"));
        await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      },
    },
  ];
}

function seriesActs(providerId: string, day: string): readonly Act[] {
  return [
    {
      name: "a booking is created",
      at: `/recurring?providerId=${providerId}`,
      does: async (page) => {
        await page.getByLabel("Day of the week").selectOption({ label: WEEKDAY.format(new Date(day)) });
        await page.getByLabel("Pickup address").fill(ADDRESS_LINE);
        await press(button(page, "Same as pickup"));
        await press(button(page, "Create Recurring Booking"));
        await expect(toast(page, "Recurring Booking Created")).toBeVisible();
      },
    },
    {
      name: "all its pickups",
      lands: /^(button|a|h\d) /,
      does: async (page) => {
        await press(button(page, /^Show all \d/));
        await expect(button(page, /^Show all \d/).first()).toBeHidden();
      },
    },
    {
      name: "a booking is changed",
      lands: /^button Edit/,
      does: async (page) => {
        await press(button(page, "Edit").first());
        await page.getByRole("dialog").getByLabel("Preferred time").selectOption("11:00");
        await answerDialog(page, "Save changes");
        await expect(toast(page, "Booking changed")).toBeVisible();
      },
    },
    {
      name: "another card",
      lands: /^button .*card/i,
      does: async (page) => {
        await press(button(page, /change card/i).first());
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("radio").nth(2).check();
        await answerDialog(page, "Change card");
      },
    },
    {
      name: "a pickup is moved",
      // It moves once.
      lands: /^button Skip /,
      does: async (page) => {
        await press(button(page, /^Move /).first());
        await press(page.getByRole("dialog").getByRole("grid").getByRole("button", { name: /, 14:00 to/ }).locator("visible=true").first());
        await answerDialog(page, "Move pickup");
        await expect(toast(page, "Pickup moved")).toBeVisible();
      },
    },
    {
      name: "a booking is ended",
      does: async (page) => {
        const before = await button(page, "Cancel booking").count();
        await press(button(page, "Cancel booking").first());
        await answerDialog(page, "Cancel booking");
        await expect(button(page, "Cancel booking")).toHaveCount(before - 1);
      },
    },
  ];
}

test("after the small acts of a customer, too, the focus stands", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  alice.pageErrors.allowResponse(400);
  await alice.signIn("patrick.vogt@example.com");
  const provider = await providerWithHours(alice, 0);
  await saveCard(alice, CARDS.succeeds);
  await saveCard(alice, CARDS.another);
  const order = await payOrder(alice, await placeOrder(alice, provider, 2));
  const [free] = await freeHours(alice, provider.id, 8, 14);
  expect(await findLostFocus(alice.page, [...orderActs(order, free?.date ?? ""), ...seriesActs(provider.id, await dayFreeAt(alice, provider, "09:00"))])).toEqual([]);
});
