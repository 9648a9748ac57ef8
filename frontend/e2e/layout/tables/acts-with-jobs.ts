import type { Locator, Page } from "@playwright/test";

import { expect } from "../../fixtures/test.ts";
import { type ActRow, button, press, pressInDialog } from "../../support/focus.ts";
import { toast } from "../../support/page.ts";
import type { RowSetup } from "../../support/row-setup.ts";
import { leaveDialog } from "./acts-of-visitors.ts";
import { ALICE, BOOKED, SALON, WITH_A_JOB } from "./worlds.ts";

const MAIN_STATION = { latitude: 47.378177, longitude: 8.540192, accuracy: 12 };

/** The order number on its card. */
const number = (setup: RowSetup, ref: string): string => setup.id(ref).slice(-8);
const card = (page: Page, setup: RowSetup, ref: string): Locator =>
  page.locator("li").filter({ hasText: number(setup, ref) });
const tomorrow = { days: 1, time: "10:00" } as const;

/** An order that was picked up. */
const UNDER_WAY = {
  users: [ALICE],
  providers: [SALON],
  orders: [{ ref: "job", ...BOOKED, status: "pickup", pickup: tomorrow }],
} as const;

const STEPS: ActRow = {
  name: "moving a job on",
  who: "salon",
  world: UNDER_WAY,
  acts: [
    {
      name: "a step",
      at: "/provider#{job}",
      does: async (page, setup) => {
        await press(card(page, setup, "job").getByRole("button", { name: "Start washing" }));
        await expect(toast(page, "Washing started")).toBeVisible();
      },
    },
    {
      name: "a step that is taken back",
      does: async (page, setup) => {
        await press(button(page, "Undo"));
        await expect(card(page, setup, "job").getByRole("button", { name: "Start washing" })).toBeVisible();
      },
    },
    {
      name: "a step that is kept",
      does: async (page, setup) => {
        await press(card(page, setup, "job").getByRole("button", { name: "Start washing" }));
        await press(button(page, "Close"));
        await expect(card(page, setup, "job").getByRole("button", { name: "Start delivery" })).toBeVisible();
      },
    },
    {
      name: "a tab of the jobs",
      does: async (page) => {
        await press(page.getByRole("tab", { name: "Done" }));
        await expect(page.getByRole("tab", { name: "Done", selected: true })).toBeVisible();
      },
    },
  ],
};

const ANSWERING: ActRow = {
  name: "answering by hand",
  who: "salon",
  world: {
    users: [ALICE],
    providers: [{ ...SALON, acceptsInstantly: false }],
    orders: [
      { ref: "declined", ...BOOKED, status: "pending", payment: "paid", pickup: { days: 2, time: "10:00" } },
      { ref: "accepted", ...BOOKED, status: "pending", payment: "paid", pickup: { days: 2, time: "12:00" } },
    ],
  },
  acts: [
    {
      name: "an order is not declined after all",
      lands: /^button Decline/,
      at: "/provider#{declined}",
      does: async (page, setup) => {
        await press(card(page, setup, "declined").getByRole("button", { name: "Decline" }));
        await pressInDialog(page, "Keep order");
      },
    },
    {
      name: "an order is declined",
      // On its card, now among the finished ones.
      lands: /^li .*Order Cancelled/,
      does: async (page, setup) => {
        await press(card(page, setup, "declined").getByRole("button", { name: "Decline" }));
        await pressInDialog(page, "Decline order");
        await expect(toast(page, "Order declined")).toBeVisible();
        await expect(card(page, setup, "declined").getByRole("button", { name: "Decline" })).toBeHidden();
      },
    },
    {
      name: "an order is accepted",
      at: "/provider#{accepted}",
      does: async (page, setup) => {
        await press(card(page, setup, "accepted").getByRole("button", { name: "Accept order" }));
        await press(button(page, "Close"));
        await expect(card(page, setup, "accepted").getByRole("button", { name: "Start pickup" })).toBeVisible();
      },
    },
    {
      name: "the sound of news",
      lands: /^(button|input) /,
      does: async (page) => {
        await page.getByRole("switch", { name: "Sound for news" }).press("Space");
        await expect(page.getByRole("switch", { name: "Sound for news", checked: true })).toBeVisible();
      },
    },
  ],
};

const THE_HANDOVER: ActRow = {
  name: "counting bags and sharing the position",
  who: "salon",
  world: UNDER_WAY,
  before: async ({ person: { context } }) => {
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(MAIN_STATION);
  },
  acts: [
    {
      name: "bags are counted",
      lands: /^button Photo and bags/,
      at: "/provider#{job}",
      does: async (page, setup) => {
        await press(card(page, setup, "job").getByRole("button", { name: "Photo and bags" }));
        await press(page.getByRole("dialog").getByRole("button", { name: "One bag more" }));
        await pressInDialog(page, "Save");
        await expect(card(page, setup, "job").getByText("1 bag").first()).toBeVisible();
      },
    },
    {
      name: "the position is shared",
      lands: /^(button|li|h\d|section) /,
      does: async (page, setup) => {
        await press(card(page, setup, "job").getByRole("button", { name: "Share my position" }));
        // The button is enabled once the account's preferences are loaded.
        await expect(
          page.getByRole("dialog").getByRole("button", { name: "Share my position", disabled: false }),
        ).toBeVisible();
        await pressInDialog(page, "Share my position");
        await expect(
          page.getByRole("region", { name: "Position sharing" }).getByText(/^Your position is shared with /),
        ).toBeVisible();
      },
    },
    {
      name: "the position is shared no longer",
      lands: /^(button|li|h\d|section) /,
      does: async (page) => {
        await press(page.getByRole("region", { name: "Position sharing" }).getByRole("button", { name: "Stop" }));
        await expect(page.getByRole("region", { name: "Position sharing" })).toBeHidden();
      },
    },
  ],
};

const onItsTitle = (setup: RowSetup): RegExp => new RegExp(`^h3 .*${number(setup, "job")}`);

const HANDING_BACK: ActRow = {
  name: "handing a job back",
  who: "salon",
  // Another provider is free then; otherwise it would be cancelled at once.
  world: { ...WITH_A_JOB, providers: [SALON, { ref: "neighbour" }] },
  // The page may or may not fetch the search once more after its end.
  allows: [404],
  acts: [
    {
      name: "an order is handed back",
      lands: onItsTitle,
      at: "/provider#{job}",
      does: async (page, setup) => {
        await press(card(page, setup, "job").getByRole("button", { name: "I can't do this one" }));
        await page
          .getByRole("dialog")
          .getByLabel(/Why can't you do it/)
          .fill("My machine broke.");
        await pressInDialog(page, "Hand back");
        await expect(card(page, setup, "job").getByRole("button", { name: "I can do it after all" })).toBeVisible();
      },
    },
    {
      name: "an order is done after all",
      lands: onItsTitle,
      does: async (page, setup) => {
        await press(card(page, setup, "job").getByRole("button", { name: "I can do it after all" }));
        await expect(card(page, setup, "job").getByRole("button", { name: "I can't do this one" })).toBeVisible();
      },
    },
  ],
};

const TALKING: ActRow = {
  name: "reading what customers write",
  who: "salon",
  world: {
    users: [ALICE],
    providers: [SALON],
    orders: [{ ref: "job", ...BOOKED, pickup: tomorrow, messages: [{ from: "customer", body: "Ring twice." }] }],
  },
  acts: [
    {
      name: "a conversation is opened and left",
      lands: /^(button|h\d) /,
      at: "/provider/messages",
      does: async (page) => {
        await press(page.getByRole("main").getByRole("listitem").getByRole("button"));
        await leaveDialog(page);
      },
    },
  ],
};

export const WITH_JOBS: readonly ActRow[] = [STEPS, ANSWERING, THE_HANDOVER, HANDING_BACK, TALKING];
