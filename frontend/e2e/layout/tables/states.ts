import type { Locator, Page } from "@playwright/test";

import { CARDS } from "../../fixtures/cards.ts";
import type { World } from "../../fixtures/factory.ts";
import { ADDRESS } from "../../fixtures/orders.ts";
import { expect } from "../../fixtures/test.ts";
import { fillCard } from "../../support/paying.ts";
import type { RowSetup, Setting } from "../../support/row-setup.ts";
import { ALICE, BOOKED, LIVED_IN, SALON, WITH_A_JOB, WITH_A_PAST } from "./worlds.ts";

/** A page and how to bring it into a state; names stand for ids: "/tracking/{paid}". */
type State = {
  at: string;
  opens?: (page: Page) => Promise<unknown>;
  /** A locator that is visible once the state is reached. */
  shows: (page: Page, setup: RowSetup) => Locator;
};
/** States that are tested together: "… find(s) them open to everybody". */
type StateRow = Setting & { name: string; states: readonly State[] };

const text = (words: string) => (page: Page) => page.getByText(words).first();
const heading = (name: string) => (page: Page) => page.getByRole("heading", { name });

const OF_A_VISITOR: StateRow = {
  name: "the places, a provider, the sign-in within a booking and an address of nothing",
  world: { providers: [{ ...SALON, bio: "We wash with rain water." }] },
  allows: [404],
  states: [
    {
      at: "/",
      opens: async (page) => {
        await page.getByRole("button", { name: /^Place: / }).click();
        await page
          .getByRole("dialog", { name: "Where do you need laundry?" })
          .getByLabel("Postal code or city")
          .fill("80");
      },
      shows: (page) => page.getByRole("list", { name: "Places" }).getByRole("button").first(),
    },
    { at: "/providers/{salon}", shows: (page) => page.getByRole("heading", { level: 1, name: "Bruno K." }) },
    {
      at: "/booking?providerId={salon}",
      opens: async (page) => {
        await page.getByLabel("Street address").fill(ADDRESS.street);
        await page.getByRole("button", { name: "Confirm Booking" }).click();
      },
      shows: (page) => page.getByRole("dialog", { name: "Last step: your account" }),
    },
    { at: "/nothing-is-here", shows: (page) => page.getByRole("heading", { level: 1, name: "404 Page Not Found" }) },
  ],
};

const REBOOK: StateRow = {
  name: "the same again",
  who: "alice",
  world: { ...WITH_A_PAST, users: [{ ...ALICE, cards: ["visa"] }] },
  states: [
    {
      at: "/",
      opens: (page) =>
        page
          .getByRole("region", { name: "Book again" })
          .getByRole("button", { name: /^Again: / })
          .click(),
      shows: (page) =>
        page
          .getByRole("dialog", { name: /^Again: / })
          .getByText("Visa •••• 4242")
          .first(),
    },
  ],
};

const OWN_PAGES: StateRow = {
  name: "the own pages",
  who: "alice",
  world: LIVED_IN,
  states: [
    { at: "/history", shows: text("Reorder") },
    { at: "/notifications", shows: text("Mark all as read") },
    { at: "/profile", shows: (page, setup) => page.getByText(setup.account("alice").email).first() },
    { at: "/profile/edit", shows: text("Save") },
    { at: "/profile/addresses", shows: text("Add address") },
    { at: "/profile/settings", shows: text("Change password") },
    { at: "/tracking", shows: text("Your provider") },
  ],
};

const STAGES = ["pending", "confirmed", "pickup", "washing", "delivery", "completed", "cancelled"] as const;

const EVERY_STAGE: StateRow = {
  name: "every stage of an order",
  who: "alice",
  world: {
    users: [ALICE],
    providers: [SALON],
    orders: STAGES.map((status) => ({ ref: status, ...BOOKED, status, pickup: { days: 1 } })),
  },
  states: STAGES.map((status) => ({ at: `/tracking/{${status}}`, shows: heading("Order details") })),
};

const BOOKING_AND_PAYING: StateRow = {
  name: "a booking that is not whole, and a payment that fails,",
  who: "alice",
  world: {
    users: [ALICE],
    providers: [SALON],
    orders: [{ ref: "unpaid", ...BOOKED, status: "pending", pickup: { days: 1, time: "10:00" } }],
  },
  states: [
    {
      at: "/booking?providerId={salon}",
      opens: async (page) => {
        await expect(page.getByText("Preferred pickup time").first()).toBeVisible();
        await page.getByRole("button", { name: "Add a note for your provider" }).click();
        await page.getByLabel("Street address").fill("x");
        await page.getByLabel("City").fill("");
        await page.getByRole("button", { name: "Confirm Booking" }).click();
      },
      shows: text("City is required"),
    },
    {
      at: "/checkout/{unpaid}",
      opens: async (page) => {
        await fillCard(page, CARDS.mistyped);
        await page.getByRole("button", { name: "Pay 27.50 CHF" }).click();
      },
      shows: text("Payment Failed"),
    },
    { at: "/tracking/{unpaid}", shows: text("Waiting for payment") },
  ],
};

const DIALOGS: StateRow = {
  name: "every dialog of an order",
  who: "alice",
  world: WITH_A_JOB,
  states: (
    [
      ["Cancel order", "Keep order"],
      ["Change pickup time", "Day"],
      ["Change address, note or care", "Delivery address"],
      ["Message", "Your message"],
    ] as const
  ).map(([button, words]) => ({
    at: "/tracking/{job}",
    opens: (page: Page) => page.getByRole("button", { name: button }).click(),
    shows: (page: Page) => page.getByRole("dialog").getByText(words).first(),
  })),
};

const RATINGS_OF_A_CUSTOMER: StateRow = {
  name: "a rating that is to be given, one that is changed, and one that was",
  who: "alice",
  world: LIVED_IN,
  states: [
    {
      at: "/history",
      opens: (page) => page.getByRole("button", { name: "Rate Service" }).first().click(),
      shows: (page) => page.getByRole("dialog", { name: /^Rate / }).getByLabel("Comment (optional)"),
    },
    {
      at: "/tracking/{past}",
      opens: async (page) => {
        await page.getByRole("radio", { name: /Excellent/ }).check();
        await page.getByRole("button", { name: "Submit Rating" }).click();
        await page.getByRole("button", { name: "Change rating" }).click();
      },
      shows: (page) => page.getByRole("dialog", { name: "Change your rating" }).getByLabel("Comment (optional)"),
    },
    { at: "/tracking/{rated}", shows: (page) => page.getByRole("main").getByText("As good as new.").first() },
  ],
};

const RATINGS_OF_A_PROVIDER: StateRow = {
  name: "the rating of a customer",
  who: "salon",
  world: WITH_A_PAST,
  states: [
    {
      at: "/provider?tab=done",
      opens: (page) => page.getByRole("button", { name: /^Rate / }).click(),
      shows: (page) => page.getByRole("dialog", { name: /^Rate / }).getByText("Nobody sees your stars alone."),
    },
  ],
};

const LONG_WORDS = {
  users: [{ ...ALICE, firstName: "Maximiliane".repeat(7) }],
  providers: [SALON],
  orders: [
    {
      ref: "job",
      ...BOOKED,
      pickup: { days: 1, time: "10:00" },
      specialInstructions: "Donaudampfschifffahrt".repeat(20),
    },
  ],
} as const satisfies World;
const listed = (page: Page): Locator => page.getByRole("listitem").first();

const WORDS_OF_A_CUSTOMER: StateRow = {
  name: "the longest of words on a customer's pages",
  who: "alice",
  world: LONG_WORDS,
  states: ["/tracking/{job}", "/history", "/profile"].map((at) => ({ at, shows: listed })),
};

const WORDS_OF_A_PROVIDER: StateRow = {
  name: "the longest of words on a provider's pages",
  who: "salon",
  world: LONG_WORDS,
  states: ["/provider", "/notifications"].map((at) => ({ at, shows: listed })),
};

const THE_WORKSPACE: StateRow = {
  name: "the workspace",
  who: "salon",
  world: LIVED_IN,
  states: ["To do", "Not paid yet", "Done"].map((tab) => ({
    at: "/provider",
    opens: (page: Page) => page.getByRole("tab", { name: tab }).click(),
    shows: (page: Page) => page.getByRole("tabpanel").first(),
  })),
};

export const STATES: readonly StateRow[] = [
  ...[OF_A_VISITOR, REBOOK, OWN_PAGES, EVERY_STAGE, BOOKING_AND_PAYING, DIALOGS],
  ...[RATINGS_OF_A_CUSTOMER, RATINGS_OF_A_PROVIDER],
  ...[WORDS_OF_A_CUSTOMER, WORDS_OF_A_PROVIDER, THE_WORKSPACE],
];
