import type { Page, Route } from "playwright-core";
import { expect } from "vitest";

import { CARDS } from "./support/cards";
import { answers, button, losesFocus, press, type Act } from "./support/focus";
import { placesOrder, providerWithHours } from "./support/orders";
import { answersTheBank, fillsCard, payLinkOf } from "./support/paying";
import { DEMO } from "./support/person";
import { arrivesAt, becomes, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";
import { swissDay } from "./support/swiss-time";

const LONG_TEST_MS = 240_000;
const PAY = "Pay 27.50 CHF";

const refuses = (status: number, message: string) => (route: Route) =>
  route.request().method() === "POST" ? route.fulfill({ status, json: { message, code: "too_many" } }) : route.fallback();

/** Pays by the keyboard with a card that comes to nothing. */
async function isDeclined(page: Page, number: string): Promise<void> {
  await fillsCard(page, number);
  await press(button(page, PAY));
}

function checkoutActs(providerId: string): readonly Act[] {
  return [
    {
      name: "an address that cannot be kept",
      lands: /^h1 Checkout/,
      at: `/booking?providerId=${providerId}`,
      does: async (page) => {
        await page.route("**/api/addresses", refuses(409, "You can keep up to 20 addresses."));
        await page.getByLabel("Street address").fill(`Limmatquai ${Date.now() % 1000}`);
        await page.getByLabel("City").fill("Zurich");
        await page.getByLabel("Postal code").fill("8001");
        await page.getByRole("checkbox", { name: "Keep this address" }).check();
        await press(button(page, "Confirm Booking"));
        await sees(page.getByText("You can keep up to 20 addresses."));
        await sees(page.locator("iframe[title='Secure payment input frame']").or(page.getByRole("radio", { name: "Another card" })));
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
        await seesNoMore(page.getByText("You can keep up to 20 addresses."));
      },
    },
    {
      name: "a card that is declined",
      lands: /^button Pay/,
      does: async (page) => {
        await isDeclined(page, CARDS.declined);
        await toast(page, "Payment Failed");
        await press(button(page, "Close"));
        await sees(button(page, PAY));
      },
    },
    {
      name: "a bank that refuses",
      lands: /^button Pay/,
      does: async (page) => {
        await isDeclined(page, CARDS.asksTheBank);
        await answersTheBank(page, "Fail authentication");
        await toast(page, "Payment Failed");
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
        await page.route("**/payment-intent", refuses(500, "Something went wrong."), { times: 1 });
        await page.goto(address);
        await press(button(page, "Try again"));
        await sees(page.locator("iframe[title='Secure payment input frame']"));
      },
    },
    {
      name: "a link's card that is declined",
      lands: /^button Pay/,
      does: async (page) => {
        await isDeclined(page, CARDS.declined);
        await toast(page, "Payment Failed");
      },
    },
    {
      name: "a link's bank that refuses",
      lands: /^button Pay/,
      does: async (page) => {
        await isDeclined(page, CARDS.asksTheBank);
        await answersTheBank(page, "Fail authentication");
        await sees(page.getByRole("main").getByText(/unable to authenticate/));
      },
    },
    {
      name: "a link that is paid",
      lands: /^(h1 |a Track)/,
      does: async (page) => {
        await isDeclined(page, CARDS.succeeds);
        await sees(page.getByRole("main").getByText("Payment Successful"));
      },
    },
  ];
}

test("while paying, whatever fails, the focus stands", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const alice = await stage.enters();
  const operator = await stage.enters();
  alice.watch.allowAnswer(402);
  alice.watch.allowAnswer(409);
  alice.watch.allowAnswer(500);
  await alice.signsIn("patrick.vogt@example.com");
  await operator.signsIn(DEMO.operator);
  const provider = await providerWithHours(alice, 1);
  expect(await losesFocus(alice.page, checkoutActs(provider.id))).toEqual([]);
  const link = await payLinkOf(operator, await placesOrder(alice, provider, 2));
  expect(await losesFocus(alice.page, linkActs(link))).toEqual([]);
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
      await sees(page.getByText("This is being worked on."));
    },
  },
  {
    name: "a pickup that is skipped by its link",
    lands: /^(h1 |a See)/,
    does: async (page) => {
      await press(button(page, "Skip this pickup"));
      await sees(page.getByText("Pickup skipped"));
    },
  },
];

test("after skipping by a link the focus stands", async ({ stage }) => {
  const visitor = await stage.enters();
  visitor.watch.allowAnswer(409);
  expect(await losesFocus(visitor.page, SKIP)).toEqual([]);
});

const PAUSE: readonly Act[] = [
  {
    name: "a pause",
    at: "/provider/schedule",
    does: async (page) => {
      await press(button(page, "Pause bookings"));
      await page.getByRole("dialog").getByLabel("Back on").fill(swissDay(20));
      await answers(page, "Pause now");
      await sees(button(page, "Take bookings again"));
    },
  },
  {
    name: "another pause",
    // Where it leaves bookings standing, on what says so.
    lands: /^(button Change the day|h2 .*closed hours)/,
    does: async (page) => {
      await press(button(page, "Change the day"));
      await page.getByRole("dialog").getByLabel("Back on").fill(swissDay(22));
      await answers(page, "Pause now");
    },
  },
  {
    name: "a pause that is changed where the jobs are",
    lands: /^button Change the day/,
    at: "/provider",
    does: async (page) => {
      await press(button(page, "Change the day"));
      await page.getByRole("dialog").getByLabel("Back on").fill(swissDay(24));
      await answers(page, "Pause now");
    },
  },
  {
    name: "no pause where the jobs are",
    lands: /^h1 /,
    does: async (page) => {
      await press(button(page, "Take bookings again"));
      await becomes(() => button(page, "Take bookings again").count(), 0);
    },
  },
];

test("after changing a pause the focus stands", async ({ stage }) => {
  const bruno = await stage.enters();
  await bruno.signsIn(DEMO.provider);
  expect(await losesFocus(bruno.page, PAUSE)).toEqual([]);
  await arrivesAt(bruno.page, "/provider");
});
