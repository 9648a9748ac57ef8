import type { Locator, Page, Route } from "@playwright/test";

import { CARDS } from "../../fixtures/cards.ts";
import { expect } from "../../fixtures/test.ts";
import { type ActRow, button, press } from "../../support/focus.ts";
import { toast } from "../../support/page.ts";
import { fillCard, finishChallenge, payLinkOf } from "../../support/paying.ts";
import { interceptFirst } from "../../support/requests.ts";
import { ALICE, BOOKED, SALON } from "./worlds.ts";

const PAY = "Pay 27.50 CHF";
const cardForm = (page: Page): Locator => page.locator("iframe[title='Secure payment input frame']");

const failWith = (status: number, message: string) => (route: Route) =>
  route.request().method() === "POST"
    ? route.fulfill({ status, json: { message, code: "too_many" } })
    : route.fallback();

/** Pays by keyboard. */
async function pay(page: Page, card: string): Promise<void> {
  await fillCard(page, card);
  await press(button(page, PAY));
}

const AT_THE_CHECKOUT: ActRow = {
  name: "paying, whatever fails,",
  who: "alice",
  world: { users: [ALICE], providers: [SALON] },
  allows: [402, 409],
  acts: [
    {
      name: "an address that cannot be kept",
      lands: /^h1 Checkout/,
      at: "/booking?providerId={salon}",
      does: async (page) => {
        await page.route("**/api/addresses", failWith(409, "You can keep up to 20 addresses."));
        await page.getByLabel("Street address").fill("Limmatquai 7");
        await page.getByLabel("City").fill("Zurich");
        await page.getByLabel("Postal code").fill("8001");
        await page.getByRole("checkbox", { name: "Keep this address" }).check();
        await press(button(page, "Confirm Booking"));
        await expect(page.getByText("You can keep up to 20 addresses.").first()).toBeVisible();
        await expect(cardForm(page)).toBeVisible();
      },
    },
    {
      name: "an address that still cannot be kept",
      lands: /^button Try again/,
      does: async (page) => {
        const saved = page.waitForResponse(
          (response) => response.url().endsWith("/api/addresses") && response.request().method() === "POST",
        );
        await press(button(page, "Try again"));
        await saved;
      },
    },
    {
      name: "an address that need not be kept",
      lands: /^h1 Checkout/,
      does: async (page) => {
        await press(button(page, "Do not keep it"));
        await expect(page.getByText("You can keep up to 20 addresses.").first()).toBeHidden();
      },
    },
    {
      name: "a card that is declined",
      lands: /^button Pay/,
      does: async (page) => {
        await pay(page, CARDS.declined);
        await expect(toast(page, "Payment Failed")).toBeVisible();
        await press(button(page, "Close"));
        await expect(button(page, PAY)).toBeVisible();
      },
    },
    {
      name: "a bank that refuses",
      lands: /^button Pay/,
      does: async (page) => {
        await pay(page, CARDS.asksTheBank);
        await finishChallenge(page, "Fail authentication");
        await expect(toast(page, "Payment Failed")).toBeVisible();
      },
    },
  ],
};

const BY_A_LINK: ActRow = {
  name: "paying by a link, whatever fails,",
  who: "alice",
  world: {
    users: [ALICE, { ref: "dora", operator: "all" }],
    providers: [SALON],
    orders: [{ ref: "unpaid", ...BOOKED, status: "pending", pickup: { days: 2, time: "10:00" } }],
  },
  allows: [402, 500],
  acts: [
    {
      name: "a link whose form does not come",
      lands: /^(button|h1) /,
      at: "/help",
      does: async (page, setup) => {
        const link = await payLinkOf(await setup.as("dora"), { id: setup.id("unpaid") });
        await interceptFirst(page, "**/payment-intent", failWith(500, "Something went wrong."));
        await page.goto(link);
        await press(button(page, "Try again"));
        await expect(cardForm(page)).toBeVisible();
      },
    },
    {
      name: "a link's card that is declined",
      lands: /^button Pay/,
      does: async (page) => {
        await pay(page, CARDS.declined);
        await expect(toast(page, "Payment Failed")).toBeVisible();
      },
    },
    {
      name: "a link's bank that refuses",
      lands: /^button Pay/,
      does: async (page) => {
        await pay(page, CARDS.asksTheBank);
        await finishChallenge(page, "Fail authentication");
        await expect(
          page
            .getByRole("main")
            .getByText(/unable to authenticate/)
            .first(),
        ).toBeVisible();
      },
    },
    {
      name: "a link that is paid",
      lands: /^(h1 |a Track)/,
      does: async (page) => {
        await pay(page, CARDS.succeeds);
        await expect(page.getByRole("main").getByText("Payment Successful").first()).toBeVisible();
      },
    },
  ],
};

export const OF_PAYING: readonly ActRow[] = [AT_THE_CHECKOUT, BY_A_LINK];
