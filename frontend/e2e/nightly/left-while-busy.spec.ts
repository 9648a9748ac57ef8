import type { Locator, Page, Request, Route } from "@playwright/test";

import type { Factory } from "../fixtures/factory.ts";
import { ADDRESS } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { pathOf, waitUntilLoaded } from "../support/page.ts";
import { navigate } from "../support/sign-out.ts";
import { sweep } from "../support/sweep.ts";

const LONG_TEST_MS = 180_000;
const WORLD = {
  users: [{ ref: "alice", cards: ["visa"] }],
  providers: [{ ref: "salon" }],
  orders: [
    { ref: "past", customer: "alice", provider: "salon", status: "completed", pickup: { days: -3, time: "10:00" } },
    { ref: "unpaid", customer: "alice", provider: "salon", status: "pending", pickup: { days: 2, time: "10:00" } },
  ],
} as const;
/** The charge of this card is declined. */
const DECLINING = { ...WORLD, users: [{ ref: "alice", cards: ["refusesCharges"] }] } as const;

type Setup = { alice: Person; page: Page; account: string; salon: string; unpaid: string };
type Outcome = "good" | "declined" | "lost";
const OUTCOMES: readonly Outcome[] = ["good", "declined", "lost"];

/** An act that takes calls to the server, during each of which its screen may be left. */
type Act = {
  name: string;
  at: (setup: Setup) => string;
  /** Whether its card declines; the server declines everything else. */
  isByCard?: boolean;
  begin: (setup: Setup) => Promise<void>;
  /** Its calls, in order, by method and path. */
  calls: readonly RegExp[];
  /** What is said of it wherever the person is; null if it is on the screen that they come back to. */
  says: Record<Outcome, RegExp | null>;
  /** How often it has had its effect. */
  effects: (setup: Setup) => Promise<number>;
  /** Whether they are told that it is done who come back to do it again; default: done again, it is the same. */
  isThere?: (setup: Setup) => Promise<boolean>;
  /** The calls during which it stands in a sheet, which must be closed first. */
  inSheet?: readonly RegExp[];
};

type Order = { id: string; paymentStatus: string; status: string };
const ordersOf = ({ alice, account }: Setup): Promise<Order[]> =>
  alice.call<Order[]>("GET", `/api/orders/customer/${account}`);

async function closeSheet(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  const discard = page.getByRole("button", { name: "Discard it" });
  await expect
    .poll(async () => (await page.getByRole("dialog").count()) === 0 || (await discard.count()) > 0)
    .toBe(true);
  if ((await discard.count()) > 0) await discard.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

const PLACE = /^POST \/api\/orders$/;
const PREPARE = /^POST \/api\/create-payment-intent$/;
const CONFIRM = /^POST .*\/v1\/payment_intents\/\w+\/confirm$/;
const SETTLE = /^POST \/api\/orders\/[\w-]+\/payment-return$/;

async function openAgain(page: Page): Promise<Locator> {
  const sheet = page.getByRole("dialog", { name: /^Again: / });
  const isOpen = (await sheet.count()) > 0;
  const suggestion = page.getByRole("region", { name: "Book again" }).getByRole("button", { name: /^Again: / });
  if (!isOpen) await suggestion.click();
  await expect(sheet.getByText(/•••• \d{4}/).first()).toBeVisible();
  return sheet;
}

const AGAIN: Act = {
  name: "Again",
  at: () => "/",
  isByCard: true,
  begin: async ({ page }) => (await openAgain(page)).getByRole("button", { name: /^Pay CHF/ }).click(),
  // By then another hour may be suggested.
  isThere: async ({ page }) => {
    const sheet = await openAgain(page);
    return (await sheet.getByText(/^You have this pickup already/).count()) > 0;
  },
  calls: [PLACE, PREPARE, CONFIRM, SETTLE],
  says: { good: /Payment Successful/, declined: /Payment Failed|declined/, lost: /Payment|Suuber/ },
  effects: async (setup) => (await ordersOf(setup)).length - WORLD.orders.length,
  inSheet: [PLACE],
};

const CONFIRM_BOOKING: Act = {
  name: "Confirm Booking",
  at: ({ salon }) => `/booking?providerId=${salon}`,
  begin: async ({ page }) => {
    await page.getByLabel("Street address").fill(ADDRESS.street);
    await page.getByLabel("City").fill(ADDRESS.city);
    await page.getByLabel("Postal code").fill(ADDRESS.postalCode);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
  },
  calls: [PLACE],
  says: { good: /Order Created.*Go on/s, declined: /Error.*number 4711/s, lost: /Error.*Suuber/s },
  effects: async (setup) => (await ordersOf(setup)).length - WORLD.orders.length,
};

const PAY: Act = {
  name: "Pay",
  at: ({ unpaid }) => `/checkout/${unpaid}`,
  isByCard: true,
  begin: async ({ page }) => {
    await expect(page.getByRole("radio", { name: /•••• \d{4}/, checked: true })).toBeVisible();
    await page.getByRole("button", { name: "Pay 27.50 CHF", exact: true }).click();
  },
  calls: [PREPARE, CONFIRM, SETTLE],
  says: { good: /Payment Successful.*Track order/s, declined: /Payment Failed/, lost: /Payment/ },
  effects: async (setup) =>
    (await ordersOf(setup)).filter(({ id, paymentStatus }) => id === setup.unpaid && paymentStatus === "paid").length,
};

const MESSAGE = /^POST \/api\/orders\/[\w-]+\/messages$/;
const SEND: Act = {
  name: "Send to the provider",
  at: ({ unpaid }) => `/tracking/${unpaid}`,
  begin: async ({ page }) => {
    await page.getByRole("button", { name: "Message" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your message").fill("Ring twice.");
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
  },
  calls: [MESSAGE],
  says: { good: null, declined: /number 4711/, lost: null },
  effects: async ({ alice, unpaid }) => {
    const messages = await alice.call<{ results?: unknown[] } | unknown[]>("GET", `/api/orders/${unpaid}/messages`);
    return (Array.isArray(messages) ? messages : (messages.results ?? [])).length;
  },
  inSheet: [MESSAGE],
};

const SUPPORT: Act = {
  name: "Send to support",
  at: () => "/support",
  begin: async ({ page }) => {
    const form = page.getByRole("form", { name: "Write to us" });
    await form.getByRole("textbox", { name: "Subject" }).fill("Which soap?");
    await form.getByRole("textbox", { name: "Message" }).fill("Is it without perfume?");
    await form.getByRole("button", { name: "Send" }).click();
  },
  calls: [/^POST \/api\/support-requests$/],
  says: { good: /Support Request Sent/, declined: /Not sent.*number 4711/s, lost: /Not sent/ },
  effects: async ({ alice }) => {
    const requests = await alice.call<{ results?: unknown[] } | unknown[]>("GET", "/api/support-requests");
    return (Array.isArray(requests) ? requests : (requests.results ?? [])).length;
  },
};

async function setUp(make: Factory["make"], users: Users, isDeclining: boolean): Promise<Setup> {
  const made = await make(isDeclining ? DECLINING : WORLD);
  const alice = await users.signedIn(made.users.alice);
  return {
    alice,
    page: alice.page,
    account: made.users.alice.id,
    salon: made.providers.salon.id,
    unpaid: made.orders.unpaid.id,
  };
}

const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;

/** Holds back one call of an act until `release`, and has it end so. */
async function holdCall(
  page: Page,
  call: RegExp,
  end: (route: Route) => Promise<void>,
): Promise<{ isUnderWay: Promise<void>; release: () => void }> {
  let release = (): void => undefined;
  let begin = (): void => undefined;
  const isReleased = new Promise<void>((done) => (release = done));
  const isUnderWay = new Promise<void>((done) => (begin = done));
  await page.route(
    () => true,
    async (route) => {
      if (!call.test(nameOf(route.request()))) return route.fallback();
      begin();
      await isReleased;
      return end(route);
    },
  );
  return { isUnderWay, release };
}

const ENDS: Record<Outcome, (route: Route) => Promise<void>> = {
  good: (route) => route.continue(),
  declined: (route) =>
    route.fulfill({ status: 403, json: { message: "Nothing came of it, number 4711.", code: "forbidden" } }),
  lost: async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  },
};

type Case = { act: Act; call: RegExp; outcome: Outcome; isClosed: boolean };

/** The page that one goes to meanwhile. */
const ELSEWHERE = "/history";
const toasts = (page: Page) => page.locator("[data-toasts]");

const standsInSheet = ({ act, call }: Pick<Case, "act" | "call">): boolean => act.inSheet?.includes(call) ?? false;

async function leave(page: Page, { isClosed, ...one }: Case): Promise<string> {
  if (standsInSheet(one)) await closeSheet(page);
  else await expect(page.getByRole("dialog")).toHaveCount(0);
  if (isClosed) return pathOf(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(ELSEWHERE);
  return ELSEWHERE;
}

/** Comes back, and does it once more, to its end. */
async function repeat(setup: Setup, act: Act): Promise<void> {
  const { page } = setup;
  await page.unrouteAll();
  if (pathOf(page) !== act.at(setup)) await navigate(page, act.at(setup));
  await waitUntilLoaded(page);
  if ((await act.isThere?.(setup)) === true) return;
  await act.begin(setup);
  await expect(
    page.getByText(/Payment Successful|Order Created|Already placed|Support Request Sent/).first(),
  ).toBeVisible();
}

const CASES: readonly Case[] = [AGAIN, CONFIRM_BOOKING, PAY, SEND, SUPPORT].flatMap((act) =>
  act.calls.flatMap((call) =>
    OUTCOMES.flatMap((outcome) =>
      (standsInSheet({ act, call }) ? [false, true] : [false]).map((isClosed) => ({ act, call, outcome, isClosed })),
    ),
  ),
);

/** A card declines when the bank is asked, whichever call is under way when the screen is left. */
const isPossible = ({ act, call, outcome }: Case): boolean =>
  !(outcome === "declined" && act.isByCard === true && call === SETTLE);

for (const { act, call, outcome, isClosed } of sweep(CASES.filter(isPossible), 0)) {
  const number = act.calls.indexOf(call) + 1;
  test(`${act.name}, ${isClosed ? "closed" : "left"} during call ${number}: ${outcome}, said there, done once`, async ({
    make,
    users,
  }) => {
    test.setTimeout(LONG_TEST_MS);
    const isCardDeclined = outcome === "declined" && act.isByCard === true;
    const setup = await setUp(make, users, isCardDeclined);
    const { page, alice } = setup;
    for (const status of [402, 403]) alice.pageErrors.allowResponse(status);
    alice.pageErrors.breaksConnections = outcome === "lost";
    await page.goto(act.at(setup));
    await waitUntilLoaded(page);
    const { isUnderWay, release } = await holdCall(page, call, isCardDeclined ? ENDS.good : ENDS[outcome]);
    await act.begin(setup);
    await isUnderWay;

    const there = await leave(page, { act, call, outcome, isClosed });
    release();

    const says = act.says[outcome];
    if (says !== null) await expect(toasts(page)).toContainText(says);
    await expect(page).toHaveURL(there);
    const most = outcome === "declined" && act.isByCard !== true ? 0 : 1;
    if (outcome === "good") await expect.poll(() => act.effects(setup)).toBe(1);
    expect(await act.effects(setup)).toBeLessThanOrEqual(most);
    await expect(page).toHaveURL(there);

    if (outcome !== "lost" || act === PAY || act === SEND) return;
    await repeat(setup, act);
    expect(await act.effects(setup)).toBe(1);
  });
}
