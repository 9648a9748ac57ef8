import type { Page, Route } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { placeOrder, providerWithHours } from "../fixtures/orders.ts";
import { DEMO } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { type Act, answerDialog, button, findLostFocus, press } from "../support/focus.ts";
import { toast } from "../support/page.ts";
import { answerBank, fillCard, payLinkOf } from "../support/paying.ts";

const LONG_TEST_MS = 240_000;
const PAY = "Pay 27.50 CHF";

const refuse = (status: number, message: string) => (route: Route) =>
  route.request().method() === "POST" ? route.fulfill({ status, json: { message, code: "too_many" } }) : route.fallback();

/** Pays by the keyboard with a card that comes to nothing. */
async function isDeclined(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await press(button(page, PAY));
}

function checkoutActs(providerId: string): readonly Act[] {
  return [
    {
      name: "an address that cannot be kept",
      lands: /^h1 Checkout/,
      at: `/booking?providerId=${providerId}`,
      does: async (page) => {
        await page.route("**/api/addresses", refuse(409, "You can keep up to 20 addresses."));
        await page.getByLabel("Street address").fill(`Limmatquai ${Date.now() % 1000}`);
        await page.getByLabel("City").fill("Zurich");
        await page.getByLabel("Postal code").fill("8001");
        await page.getByRole("checkbox", { name: "Keep this address" }).check();
        await press(button(page, "Confirm Booking"));
        await expect(page.getByText("You can keep up to 20 addresses.").first()).toBeVisible();
        await expect(page.locator("iframe[title='Secure payment input frame']").or(page.getByRole("radio", { name: "Another card" })).first()).toBeVisible();
      },
    },
    {
      name: "an address that still cannot be kept",
      lands: /^button Try again/,
      does: async (page) => {
        const asked = page.waitForResponse((answer) => answer.url().endsWith("/api/addresses") && answer.request().method() === "POST");
        await press(button(page, "Try again"));
        await asked;
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
        await isDeclined(page, CARDS.declined);
        await expect(toast(page, "Payment Failed")).toBeVisible();
        await press(button(page, "Close"));
        await expect(button(page, PAY).first()).toBeVisible();
      },
    },
    {
      name: "a bank that refuses",
      lands: /^button Pay/,
      does: async (page) => {
        await isDeclined(page, CARDS.asksTheBank);
        await answerBank(page, "Fail authentication");
        await expect(toast(page, "Payment Failed")).toBeVisible();
      },
    },
  ];
}

function linkActs(address: string): readonly Act[] {
  return [
    {
      name: "a link whose form does not come",
      lands: /^(button|h1) /,
      at: "/help",
      does: async (page) => {
        await page.route("**/payment-intent", refuse(500, "Something went wrong."), { times: 1 });
        await page.goto(address);
        await press(button(page, "Try again"));
        await expect(page.locator("iframe[title='Secure payment input frame']").first()).toBeVisible();
      },
    },
    {
      name: "a link's card that is declined",
      lands: /^button Pay/,
      does: async (page) => {
        await isDeclined(page, CARDS.declined);
        await expect(toast(page, "Payment Failed")).toBeVisible();
      },
    },
    {
      name: "a link's bank that refuses",
      lands: /^button Pay/,
      does: async (page) => {
        await isDeclined(page, CARDS.asksTheBank);
        await answerBank(page, "Fail authentication");
        await expect(page.getByRole("main").getByText(/unable to authenticate/).first()).toBeVisible();
      },
    },
    {
      name: "a link that is paid",
      lands: /^(h1 |a Track)/,
      does: async (page) => {
        await isDeclined(page, CARDS.succeeds);
        await expect(page.getByRole("main").getByText("Payment Successful").first()).toBeVisible();
      },
    },
  ];
}

test("while paying, whatever fails, the focus stands", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const operator = await users.visitor();
  alice.pageErrors.allowResponse(402);
  alice.pageErrors.allowResponse(409);
  alice.pageErrors.allowResponse(500);
  await alice.signIn("patrick.vogt@example.com");
  await operator.signIn(DEMO.operator);
  const provider = await providerWithHours(alice, 1);
  expect(await findLostFocus(alice.page, checkoutActs(provider.id))).toEqual([]);
  const link = await payLinkOf(operator, await placeOrder(alice, provider, 2));
  expect(await findLostFocus(alice.page, linkActs(link))).toEqual([]);
});

const PICKUP = { providerName: "Nora K.", serviceType: "standard", date: swissDay(5), time: "09:00", totalAmount: "27.50", status: "paid", canSkip: true };

const SKIP: readonly Act[] = [
  {
    name: "a pickup that cannot be skipped",
    lands: /^button Skip this pickup/,
    at: "/help",
    does: async (page) => {
      let answer = { status: 409, json: { message: "This is being worked on.", code: "conflict" } as object };
      await page.route("**/api/skip-links/*", async (route) => {
        if (route.request().method() === "GET") return route.fulfill({ json: PICKUP });
        await route.fulfill(answer);
        answer = { status: 200, json: { ...PICKUP, status: "skipped", canSkip: false } };
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
];

test("after skipping by a link the focus stands", async ({ users }) => {
  const visitor = await users.visitor();
  visitor.pageErrors.allowResponse(409);
  expect(await findLostFocus(visitor.page, SKIP)).toEqual([]);
});

const PAUSE: readonly Act[] = [
  {
    name: "a pause",
    at: "/provider/schedule",
    does: async (page) => {
      await press(button(page, "Pause bookings"));
      await page.getByRole("dialog").getByLabel("Back on").fill(swissDay(20));
      await answerDialog(page, "Pause now");
      await expect(button(page, "Take bookings again").first()).toBeVisible();
    },
  },
  {
    name: "another pause",
    // Where it leaves bookings standing, on what says so.
    lands: /^(button Change the day|h2 .*closed hours)/,
    does: async (page) => {
      await press(button(page, "Change the day"));
      await page.getByRole("dialog").getByLabel("Back on").fill(swissDay(22));
      await answerDialog(page, "Pause now");
    },
  },
  {
    name: "a pause that is changed where the jobs are",
    lands: /^button Change the day/,
    at: "/provider",
    does: async (page) => {
      await press(button(page, "Change the day"));
      await page.getByRole("dialog").getByLabel("Back on").fill(swissDay(24));
      await answerDialog(page, "Pause now");
    },
  },
  {
    name: "no pause where the jobs are",
    lands: /^h1 /,
    does: async (page) => {
      await press(button(page, "Take bookings again"));
      await expect(button(page, "Take bookings again")).toHaveCount(0);
    },
  },
];

test("after changing a pause the focus stands", async ({ users }) => {
  const bruno = await users.visitor();
  await bruno.signIn(DEMO.provider);
  expect(await findLostFocus(bruno.page, PAUSE)).toEqual([]);
  await expect(bruno.page).toHaveURL("/provider");
});
