import type { Locator, Page } from "@playwright/test";

import { swissDay } from "../../fixtures/swiss-time.ts";
import { expect } from "../../fixtures/test.ts";
import { type ActRow, button, press, pressInDialog } from "../../support/focus.ts";
import { toast } from "../../support/page.ts";
import { leaveDialog } from "./acts-of-visitors.ts";
import { ALICE, BOOKED, SALON, WITH_A_JOB, WITH_A_PAST } from "./worlds.ts";

const CHANGING: ActRow = {
  name: "changing an order",
  who: "alice",
  world: WITH_A_JOB,
  acts: [
    {
      name: "a note is added to a booking",
      at: "/booking?providerId={salon}",
      does: async (page) => {
        await press(button(page, "Add a note for your provider"));
        await expect(button(page, "Add a note for your provider")).toBeHidden();
      },
    },
    {
      name: "an order is changed",
      at: "/tracking/{job}",
      does: async (page) => {
        await press(button(page, "Change address, note or care"));
        await pressInDialog(page, "Save");
      },
    },
    {
      name: "an order gets another time",
      does: async (page) => {
        await press(button(page, "Change pickup time"));
        await leaveDialog(page);
      },
    },
    {
      name: "another pickup time is had",
      at: "/tracking/{job}",
      does: async (page) => {
        await press(button(page, "Change pickup time"));
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Day").selectOption(swissDay(8));
        await dialog.getByLabel("Time").selectOption({ index: 1 });
        await pressInDialog(page, "Change pickup time");
        await expect(toast(page, "Pickup time changed")).toBeVisible();
      },
    },
    {
      name: "what was begun is not kept",
      lands: /^button Change address, note or care/,
      does: async (page) => {
        await press(button(page, "Change address, note or care"));
        await page.getByRole("dialog").getByLabel("Note for your provider").fill("Ring twice");
        await page.keyboard.press("Escape");
        await pressInDialog(page, "Discard it");
      },
    },
  ],
};

const TALKING: ActRow = {
  name: "writing to the provider of an order",
  who: "alice",
  world: WITH_A_JOB,
  acts: [
    {
      name: "a message is sent",
      at: "/tracking/{job}",
      does: async (page) => {
        await press(button(page, "Message"));
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Your message").fill("Ring twice");
        await press(dialog.getByRole("button", { name: /^Send/ }));
        await expect(dialog.getByText("Ring twice").first()).toBeVisible();
      },
    },
    {
      name: "a conversation is closed",
      lands: /^button Message/,
      at: "/tracking/{job}",
      does: async (page) => {
        await press(button(page, "Message"));
        await leaveDialog(page);
      },
    },
  ],
};

async function cancelOrder(page: Page): Promise<void> {
  await press(button(page, "Cancel order"));
  await pressInDialog(page, "Cancel order");
  await expect(toast(page, "Order Cancelled")).toBeVisible();
}

const CANCELLING: ActRow = {
  name: "cancelling an order",
  who: "alice",
  world: {
    users: [ALICE],
    providers: [SALON],
    orders: [
      { ref: "paid", ...BOOKED, pickup: { days: 2, time: "10:00" } },
      { ref: "unpaid", ...BOOKED, pickup: { days: 3, time: "10:00" }, status: "pending" },
    ],
  },
  acts: [
    { name: "an order is cancelled", lands: /^h1 Track Order/, at: "/tracking/{paid}", does: cancelOrder },
    { name: "an unpaid order is cancelled", lands: /^h1 Track Order/, at: "/tracking/{unpaid}", does: cancelOrder },
  ],
};

const codeSwitch = (page: Page): Locator => page.getByRole("switch", { name: "Ask for a code at handover" });

const HANDING_OVER: ActRow = {
  name: "wishing for a code, and letting neighbors be asked",
  who: "alice",
  world: { ...WITH_A_JOB, providers: [SALON, { ref: "neighbour" }] },
  acts: [
    {
      name: "a code is wished",
      lands: /^input /,
      at: "/tracking/{job}",
      does: async (page) => {
        await codeSwitch(page).press("Space");
        await expect(page.getByText("Your code for the pickup").first()).toBeVisible();
      },
    },
    {
      name: "neighbors may be asked",
      lands: /^h2 We are asking/,
      does: async (page, setup) => {
        const bruno = await setup.as("salon");
        await bruno.call("POST", setup.path("/api/orders/{job}/hand-back"), { reason: "My machine broke." });
        await press(button(page, "Ask neighbors"));
        await expect(page.getByRole("heading", { name: /^We are asking \d neighbors?$/ })).toBeVisible();
      },
    },
  ],
};

const REBOOK: ActRow = {
  name: "looking back on an order",
  who: "alice",
  world: WITH_A_PAST,
  acts: [
    {
      name: "a tab of the history",
      at: "/history",
      does: async (page) => {
        await press(page.getByRole("tab", { name: "Completed" }));
        await expect(page.getByRole("tab", { name: "Completed", selected: true })).toBeVisible();
      },
    },
    {
      name: "the same again is left",
      // The accessible name starts with the avatar's initials.
      lands: /^button [A-Z]*Again: /,
      at: "/",
      does: async (page) => {
        await press(page.getByRole("region", { name: "Book again" }).getByRole("button", { name: /^Again: / }));
        await leaveDialog(page);
      },
    },
    {
      name: "an order is rated",
      at: "/tracking/{past}",
      does: async (page) => {
        await page.getByRole("radio", { name: /Excellent/ }).check();
        await press(button(page, "Submit Rating"));
        await expect(toast(page, "Review Submitted")).toBeVisible();
      },
    },
  ],
};

const REPORTING: ActRow = {
  name: "reporting a review",
  who: "chiara",
  world: {
    users: [ALICE, { ref: "chiara", firstName: "Chiara", lastName: "Rossi" }],
    providers: [SALON],
    orders: [
      {
        ref: "first",
        ...BOOKED,
        status: "completed",
        pickup: { days: -4, time: "10:00" },
        review: { rating: 5, comment: "As good as new." },
      },
      {
        ref: "second",
        ...BOOKED,
        status: "completed",
        pickup: { days: -2, time: "10:00" },
        review: { rating: 2, comment: "A button was missing." },
      },
    ],
  },
  acts: [
    {
      name: "a review is reported",
      lands: /^button Report the review/,
      at: "/providers/{salon}",
      does: async (page) => {
        await press(button(page, /^Report the review by /).last());
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("combobox").selectOption({ label: "Not true" });
        await dialog.getByRole("textbox").fill("It is about somebody else.");
        await pressInDialog(page, "Send report");
        await expect(toast(page, "Thank you")).toBeVisible();
      },
    },
  ],
};

export const WITH_ORDERS: readonly ActRow[] = [CHANGING, TALKING, CANCELLING, HANDING_OVER, REBOOK, REPORTING];
