import type { Locator, Page } from "@playwright/test";

import { ADDRESS } from "../../fixtures/orders.ts";
import { swissDay } from "../../fixtures/swiss-time.ts";
import { expect } from "../../fixtures/test.ts";
import { type ActRow, button, press } from "../../support/focus.ts";
import { navigate } from "../../support/sign-out.ts";
import { SALON } from "./worlds.ts";

const slots = (page: Page): Locator => page.getByRole("grid").getByRole("button").locator("visible=true");
const favourites = (page: Page): Locator => page.getByRole("button", { name: /^Favorite: /, pressed: true });

/** Closes the open dialog unchanged. */
export async function leaveDialog(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}

/** Unique among the demo providers, and not eco-friendly. */
const LUZIA = { ref: "luzia", firstName: "Luzia", lastName: "Amsler" };
/** At least two, so that a new favourite moves in the list. */
const TWO_PROVIDERS = { users: [LUZIA], providers: [SALON, { ref: "luzias", user: "luzia" }] };

const THE_LIST: ActRow = {
  name: "opening the list and choosing a place",
  world: TWO_PROVIDERS,
  acts: [
    {
      name: "the whole list",
      at: "/",
      does: async (page) => {
        await press(button(page, "View All"));
        await expect(button(page, "Show Less")).toBeVisible();
      },
    },
    {
      name: "the short list again",
      does: async (page) => {
        await press(button(page, "Show Less"));
        await expect(button(page, "View All")).toBeVisible();
      },
    },
    {
      name: "another place",
      does: async (page) => {
        await press(button(page, /^Place: /));
        await page.getByLabel("Postal code or city").fill("3011");
        await expect(button(page, /^3011 Bern/)).toBeVisible();
        await page.getByLabel("Postal code or city").press("Enter");
        await expect(page.getByRole("dialog")).toBeHidden();
      },
    },
    {
      name: "no other place",
      does: async (page) => {
        await press(button(page, /^Place: /));
        await leaveDialog(page);
      },
    },
  ],
};

const SEARCHING: ActRow = {
  name: "searching and filtering the list",
  world: TWO_PROVIDERS,
  allows: [500],
  acts: [
    {
      name: "the search is emptied",
      lands: /^input/,
      at: "/",
      does: async (page) => {
        await page.getByPlaceholder("Search service providers...").fill("luzia");
        await press(button(page, "Clear search"));
        await expect(button(page, "Clear search")).toBeHidden();
      },
    },
    {
      name: "a favorite",
      lands: /^button Favorite: /,
      at: "/?show=all",
      does: async (page) => {
        await press(button(page, "Favorite: Luzia A."));
        await expect(favourites(page)).toBeVisible();
      },
    },
    {
      name: "no favorite",
      lands: /^button Favorite: /,
      does: async (page) => {
        await press(favourites(page));
        await expect(favourites(page)).toBeHidden();
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
        await expect(button(page, "Clear filters (1)")).toBeHidden();
      },
    },
    {
      name: "the filter that was to blame is left out",
      lands: /^(button|a|h\d) /,
      at: "/?eco=1&q=luzia",
      does: async (page) => {
        await press(button(page, /^Without “Eco-friendly”/));
        await expect(page.getByRole("heading", { name: "Luzia A." })).toBeVisible();
      },
    },
    {
      name: "trying again",
      at: "/help",
      does: async (page) => {
        const list = /\/api\/providers\/\d{4}/;
        await page.route(list, (route) => route.fulfill({ status: 500, json: { message: "Something went wrong." } }));
        // A page of the server's would bring its list along.
        await navigate(page, "/");
        await expect(button(page, "Try again")).toBeVisible();
        await page.unroute(list);
        await press(button(page, "Try again"));
        await expect(page.getByRole("article").first()).toBeVisible();
      },
    },
  ],
};

const NOTIFICATIONS: ActRow = {
  name: "reading the news as a visitor",
  acts: [
    {
      name: "what is read, for a visitor",
      lands: /^h1 Notifications/,
      at: "/notifications",
      does: async (page) => {
        await press(button(page, "Mark all as read"));
        await expect(button(page, "Mark all as read")).toBeHidden();
      },
    },
  ],
};

const SIGNING_IN: ActRow = {
  name: "signing in badly",
  acts: [
    {
      name: "a sign-in that is wrong",
      at: "/login",
      does: async (page) => {
        await press(button(page, "Sign In with Email"));
        await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      },
    },
    {
      name: "a password that is shown",
      lands: /^button /,
      at: "/login",
      does: async (page) => {
        await press(button(page, "Show password"));
        await expect(page.getByRole("textbox", { name: "Password", exact: true })).toBeVisible();
      },
    },
  ],
};

/** The demo page of the calendar, whose provider has fixed hours. */
const THE_CALENDAR: ActRow = {
  name: "choosing a time in the calendar",
  acts: [
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
  ],
};

const BOOKING: ActRow = {
  name: "booking as a visitor",
  world: { providers: [SALON] },
  acts: [
    {
      name: "what verified means",
      lands: /^button .*Verified/,
      at: "/providers/{salon}",
      does: async (page) => {
        await press(button(page, /Verified/));
        await leaveDialog(page);
      },
    },
    {
      name: "a time among more dates",
      lands: /^a Change, /,
      at: "/booking?providerId={salon}",
      does: async (page) => {
        await page.getByLabel("Street address").fill(ADDRESS.street);
        await press(page.getByRole("link", { name: /^More dates/ }));
        await press(button(page, "Next week"));
        await press(slots(page).last());
        await press(button(page, "Confirm Booking"));
        await expect(page.getByRole("link", { name: /^Change, / })).toBeVisible();
      },
    },
    {
      name: "no account after all",
      lands: /^button Confirm Booking/,
      does: async (page) => {
        await press(button(page, "Confirm Booking"));
        await leaveDialog(page);
      },
    },
  ],
};

const PICKUP = {
  providerName: "Nora K.",
  serviceType: "standard",
  date: swissDay(5),
  time: "09:00",
  totalAmount: "27.50",
  status: "paid",
  canSkip: true,
};

const SKIPPING: ActRow = {
  name: "skipping a pickup by its link",
  allows: [409],
  acts: [
    {
      name: "a pickup that cannot be skipped",
      lands: /^button Skip this pickup/,
      at: "/help",
      does: async (page) => {
        let response = { status: 409, json: { message: "This is being worked on.", code: "conflict" } as object };
        await page.route("**/api/skip-links/*", async (route) => {
          if (route.request().method() === "GET") return route.fulfill({ json: PICKUP });
          await route.fulfill(response);
          response = { status: 200, json: { ...PICKUP, status: "skipped", canSkip: false } };
        });
        await page.goto("/skip/abc~def");
        await press(button(page, "Skip this pickup"));
        await expect(page.getByText("This is being worked on.").first()).toBeVisible();
      },
    },
    {
      name: "a pickup that is skipped by its link",
      lands: /^(h1 |a See)/,
      does: async (page) => {
        await press(button(page, "Skip this pickup"));
        await expect(page.getByText("Pickup skipped").first()).toBeVisible();
      },
    },
  ],
};

export const OF_VISITORS: readonly ActRow[] = [
  THE_LIST,
  SEARCHING,
  NOTIFICATIONS,
  SIGNING_IN,
  THE_CALENDAR,
  BOOKING,
  SKIPPING,
];
