import type { Page } from "playwright-core";
import { expect } from "vitest";

import { CARDS } from "./support/cards";
import { answers, button, losesFocus, press, type Act } from "./support/focus";
import { ADDRESS, ADDRESS_LINE, dayFreeAt, freeHours, pays, placesOrder, providerWithHours, savesCard, type Order } from "./support/orders";
import { becomes, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";

const LONG_TEST_MS = 240_000;

const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

const slots = (page: Page): ReturnType<Page["locator"]> => page.getByRole("grid").getByRole("button").locator("visible=true");

/** Leaves the dialog that opens as it is. */
async function leaves(page: Page): Promise<void> {
  await sees(page.getByRole("dialog"));
  await page.keyboard.press("Escape");
  await seesNoMore(page.getByRole("dialog"));
}

const LIST: readonly Act[] = [
  {
    name: "the search is emptied",
    lands: /^input/,
    at: "/",
    does: async (page) => {
      await page.getByPlaceholder("Search service providers...").fill("luca");
      await press(button(page, "Clear search"));
      await seesNoMore(button(page, "Clear search"));
    },
  },
  {
    name: "a favourite",
    lands: /^button Favourite: /,
    at: "/?show=all",
    does: async (page) => {
      await press(button(page, /^Favourite: /).nth(3));
      await sees(page.getByRole("button", { name: /^Favourite: /, pressed: true }));
    },
  },
  {
    name: "no favourite",
    lands: /^button Favourite: /,
    does: async (page) => {
      await press(page.getByRole("button", { name: /^Favourite: /, pressed: true }));
      await seesNoMore(page.getByRole("button", { name: /^Favourite: /, pressed: true }));
    },
  },
  {
    name: "a filter",
    lands: /^button Eco-friendly/,
    does: async (page) => {
      await press(button(page, "Eco-friendly"));
      await sees(button(page, "Clear filters (1)"));
    },
  },
  {
    name: "no filter",
    lands: /^(button|a|h\d) /,
    does: async (page) => {
      await press(button(page, "Clear filters (1)"));
      await seesNoMore(button(page, "Clear filters (1)"));
    },
  },
  {
    name: "the filter that was to blame is left out",
    lands: /^(button|a|h\d) /,
    at: "/?eco=1&q=luca",
    does: async (page) => {
      await press(button(page, /^Without “Eco-friendly”/));
      await sees(page.getByRole("heading", { name: "Luca B." }));
    },
  },
  {
    name: "trying again",
    at: "/help",
    does: async (page) => {
      await page.route(/\/api\/providers\/\d{4}/, (route) => route.fulfill({ status: 500, json: { message: "Something went wrong." } }), { times: 1 });
      await page.getByRole("link", { name: "Home" }).first().click();
      await press(button(page, "Try again"));
      await sees(page.getByRole("article"));
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
      await sees(slots(page));
    },
  },
  {
    name: "a time that is chosen",
    does: async (page) => {
      await press(slots(page).first());
      await sees(button(page, "Confirm Booking"));
    },
  },
  {
    name: "a time that is confirmed",
    lands: /^h\d Booking Confirmed/,
    does: async (page) => {
      await press(button(page, "Confirm Booking"));
      await sees(page.getByRole("heading", { name: "Booking Confirmed" }));
    },
  },
  {
    name: "the answer to it is closed",
    does: async (page) => {
      await press(page.getByRole("main").getByRole("button", { name: "Close" }));
      await seesNoMore(page.getByRole("heading", { name: "Booking Confirmed" }));
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
        await leaves(page);
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
        await sees(page.getByRole("link", { name: /^Change, / }));
      },
    },
    {
      name: "no account after all",
      lands: /^button Confirm Booking/,
      does: async (page) => {
        await press(button(page, "Confirm Booking"));
        await leaves(page);
      },
    },
    {
      name: "a password that is shown",
      lands: /^button /,
      at: "/login",
      does: async (page) => {
        await press(button(page, "Show password"));
        await sees(page.getByRole("textbox", { name: "Password", exact: true }));
      },
    },
  ];
}

test("after the small acts of a visitor, too, the focus stands", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const visitor = await stage.enters();
  visitor.watch.allowAnswer(500);
  const provider = await providerWithHours(visitor, 2);
  expect(await losesFocus(visitor.page, [...LIST, ...CALENDAR, ...bookingActs(provider.id)])).toEqual([]);
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
        await answers(page, "Change pickup time");
        await toast(page, "Pickup time changed");
      },
    },
    {
      name: "what was begun is not kept",
      lands: /^button Change address or note/,
      does: async (page) => {
        await press(button(page, "Change address or note"));
        await page.getByRole("dialog").getByLabel("Note for your provider").fill("Ring twice");
        await page.keyboard.press("Escape");
        await answers(page, "Discard it");
      },
    },
    {
      name: "a conversation is closed",
      lands: /^button Message/,
      does: async (page) => {
        await press(button(page, "Message"));
        await leaves(page);
      },
    },
    {
      name: "the same again is left",
      lands: /^button Again: /,
      at: "/",
      does: async (page) => {
        await press(page.getByRole("region", { name: "Book again" }).getByRole("button", { name: /^Again: / }).first());
        await leaves(page);
      },
    },
    {
      name: "a password that is refused",
      at: "/profile/settings",
      does: async (page) => {
        await page.getByLabel("Current password").fill("not-my-password");
        await page.getByLabel("New password", { exact: true }).fill("laundry-demo-anew");
        await press(button(page, "Change password"));
        await sees(page.locator("[aria-invalid=true]"));
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
        await toast(page, "Recurring Booking Created");
      },
    },
    {
      name: "all its pickups",
      lands: /^(button|a|h\d) /,
      does: async (page) => {
        await press(button(page, /^Show all \d/));
        await seesNoMore(button(page, /^Show all \d/));
      },
    },
    {
      name: "a booking is changed",
      lands: /^button Edit/,
      does: async (page) => {
        await press(button(page, "Edit").first());
        await page.getByRole("dialog").getByLabel("Preferred time").selectOption("11:00");
        await answers(page, "Save changes");
        await toast(page, "Booking changed");
      },
    },
    {
      name: "another card",
      lands: /^button .*card/i,
      does: async (page) => {
        await press(button(page, /change card/i).first());
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("radio").nth(2).check();
        await answers(page, "Change card");
      },
    },
    {
      name: "a pickup is moved",
      // It moves once.
      lands: /^button Skip /,
      does: async (page) => {
        await press(button(page, /^Move /).first());
        await press(page.getByRole("dialog").getByRole("grid").getByRole("button", { name: /, 14:00 to/ }).locator("visible=true").first());
        await answers(page, "Move pickup");
        await toast(page, "Pickup moved");
      },
    },
    {
      name: "a booking is ended",
      does: async (page) => {
        const before = await button(page, "Cancel booking").count();
        await press(button(page, "Cancel booking").first());
        await answers(page, "Cancel booking");
        await becomes(() => button(page, "Cancel booking").count(), before - 1);
      },
    },
  ];
}

test("after the small acts of a customer, too, the focus stands", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const alice = await stage.enters();
  alice.watch.allowAnswer(400);
  await alice.signsIn("patrick.vogt@example.com");
  const provider = await providerWithHours(alice, 0);
  await savesCard(alice, CARDS.succeeds);
  await savesCard(alice, CARDS.another);
  const order = await pays(alice, await placesOrder(alice, provider, 2));
  const [free] = await freeHours(alice, provider.id, 8, 14);
  expect(await losesFocus(alice.page, [...orderActs(order, free?.date ?? ""), ...seriesActs(provider.id, await dayFreeAt(alice, provider, "09:00"))])).toEqual([]);
});
