import type { Locator, Page } from "@playwright/test";

import { ADDRESS, cancelUnpaid, nameOf, type Order, payOrder, placeOrder, type Provider, providerOtherThan, setStatus } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { expectBackAndForward, expectHeading, type Place } from "../support/back-and-forward.ts";
import { pathOf, waitUntilLoaded } from "../support/page.ts";
import { navigate } from "../support/sign-out.ts";

const WEIGHT = "12.5";
const NOTE = "The bag is half-pack";
const COMMENT = "Half a sentence";
const MESSAGE = "Ring tw";

const street = (page: Page): Locator => page.getByLabel("Street address");
const weight = (page: Page): Locator => page.getByRole("slider", { name: "Weight in kilograms" });
const tomorrow = (page: Page): Locator => page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1);
const note = (page: Page): Locator => page.getByLabel("Note for your provider");

async function fillBooking(page: Page): Promise<void> {
  await street(page).fill(ADDRESS.street);
  await weight(page).fill(WEIGHT);
  await tomorrow(page).check();
  const opener = page.getByRole("button", { name: "Add a note for your provider" });
  await expect(opener.or(note(page)).first()).toBeVisible();
  if ((await opener.count()) > 0) await opener.click();
  await note(page).fill(NOTE);
}

async function expectBooking(page: Page): Promise<void> {
  await expect(street(page)).toHaveValue(ADDRESS.street);
  await expect(weight(page)).toHaveAttribute("aria-valuetext", `${WEIGHT} kg`);
  await expect(tomorrow(page)).toBeChecked();
  await expect(note(page)).toHaveValue(NOTE);
}

async function expectNews(page: Page): Promise<void> {
  await expectHeading("Notifications")(page);
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
}

type Scene = { bruno: Person; page: Page; customerId: string; provider: Provider };

/** A provider, who is a customer, too, and has every page. */
async function begin(users: Users, nth: number): Promise<Scene> {
  const bruno = await users.visitor();
  const { id: customerId, providerId } = await bruno.signIn(DEMO.provider);
  await cancelUnpaid(bruno, customerId);
  return { bruno, page: bruno.page, customerId, provider: await providerOtherThan(bruno, providerId, nth) };
}

const ordersOf = ({ bruno, customerId }: Scene): Promise<Order[]> => bruno.call<Order[]>("GET", `/api/orders/customer/${customerId}`);

function placesOf(provider: Provider, unpaid: Order, done: Order): Record<"booking" | "checkout" | "tracking" | "provider" | "workspace" | "notifications", Place> {
  return {
    booking: { path: `/booking?providerId=${provider.id}`, leaves: fillBooking, shows: expectBooking },
    checkout: {
      path: `/checkout/${unpaid.id}`,
      shows: (page) => expect(page.getByRole("heading", { name: "Order summary" })).toBeVisible(),
    },
    tracking: {
      path: `/tracking/${done.id}`,
      leaves: async (page) => {
        await page.getByRole("radio", { name: /^4 of 5/ }).check();
        await page.getByLabel("Comment").fill(COMMENT);
      },
      shows: async (page) => {
        await expect(page.getByRole("radio", { name: /^4 of 5/, checked: true }).first()).toBeVisible();
        await expect(page.getByLabel("Comment")).toHaveValue(COMMENT);
      },
    },
    provider: {
      path: `/providers/${provider.id}?service=ironing`,
      shows: async (page) => {
        await expectHeading(nameOf(provider))(page);
        // What is wished for goes on from here.
        await expect(page.getByRole("link", { name: "Book", exact: true })).toHaveAttribute("href", `/booking?providerId=${provider.id}&service=ironing`);
      },
    },
    workspace: {
      path: "/provider",
      leaves: async (page) => {
        await page.getByRole("tab", { name: /^Done/ }).click();
        await expect(page).toHaveURL("/provider?tab=done");
      },
      shows: (page) => expect(page.getByRole("tab", { name: /^Done/, selected: true }).first()).toBeVisible(),
    },
    notifications: {
      path: "/notifications",
      leaves: async (page) => {
        await expectNews(page);
        const all = page.getByRole("button", { name: "Mark all as read" });
        if ((await all.count()) > 0) await all.click();
      },
      shows: async (page) => {
        await expectNews(page);
        await expect(page.getByRole("button", { name: "Mark all as read" }).first()).toBeHidden();
      },
    },
  };
}

test("Back and Forward between booking, paying, tracking, a provider, the workspace and the news show each as it was left", async ({ users }) => {
  const scene = await begin(users, 1);
  const { bruno, page, provider } = scene;
  const dora = await users.visitor();
  await dora.signIn(DEMO.operator);
  const done = await payOrder(bruno, await placeOrder(bruno, provider, 2));
  await setStatus(dora, done, "pickup", "washing", "delivery", "completed");
  const unpaid = await placeOrder(bruno, provider, 3);
  const known = (await ordersOf(scene)).length;
  // The news of all this are there before they are read.
  await page.goto("/notifications");
  await expect(page.locator(`a[href^="/tracking/${done.id}"]`, { hasText: "Order completed" }).first()).toBeVisible();

  const { booking, checkout, tracking, workspace, notifications, ...others } = placesOf(provider, unpaid, done);
  const pairs: (readonly [Place, Place])[] = [
    ...([[booking, checkout], [checkout, booking], [booking, tracking], [tracking, booking]] as const),
    ...([[booking, others.provider], [others.provider, booking], [checkout, others.provider], [checkout, tracking]] as const),
    ...([[tracking, notifications], [notifications, tracking], [workspace, tracking], [booking, workspace]] as const),
    ...([[notifications, workspace], [others.provider, notifications]] as const),
  ];
  for (const pair of pairs) await expectBackAndForward(page, pair);

  expect((await ordersOf(scene)).length).toBe(known);
  await bruno.call("POST", `/api/orders/${unpaid.id}/cancellation`);
});

/** Presses what sticks to the window, without the scrolling that comes with a click of Playwright's. */
async function pressWhereItStands(control: Locator): Promise<void> {
  const box = await control.boundingBox();
  if (box === null) throw new Error("It stands nowhere.");
  await control.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test("the way to the checkout and back: every page as it was left, where it was left, and one order", async ({ users }) => {
  const scene = await begin(users, 2);
  const { bruno, page, provider } = scene;
  const known = (await ordersOf(scene)).length;
  const scrolled = (): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
  const path = `/providers/${provider.id}`;
  const form = `/booking?providerId=${provider.id}`;

  await page.goto(path);
  await expectHeading(nameOf(provider))(page);
  // A page that still loads may be too low to be scrolled so far.
  await waitUntilLoaded(page);
  await page.mouse.wheel(0, 300);
  await expect.poll(scrolled).toEqual(300);
  await pressWhereItStands(page.getByRole("link", { name: "Book", exact: true }));
  await expect(page).toHaveURL(form);
  await fillBooking(page);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page).toHaveURL(/\/checkout\//);
  await expect(page.getByRole("heading", { name: "Order summary" })).toBeVisible();
  const checkout = pathOf(page);

  await page.goBack();
  await expect(page).toHaveURL(form);
  await expectBooking(page);
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expectHeading(nameOf(provider))(page);
  await expect.poll(scrolled).toEqual(300);
  await page.goForward();
  await expectBooking(page);
  await page.goForward();
  await expect(page).toHaveURL(checkout);
  await expect(page.getByRole("heading", { name: "Order summary" })).toBeVisible();

  // Confirmed once more it is the same order.
  await page.goBack();
  await expectBooking(page);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page).toHaveURL(checkout);
  expect((await ordersOf(scene)).length).toBe(known + 1);
  await bruno.call("POST", `/api/orders/${checkout.split("/")[2] ?? ""}/cancellation`);
});

test("a half-written message and a half-changed order are there again after Back from another page", async ({ users }) => {
  const { bruno, page, provider } = await begin(users, 3);
  const order = await payOrder(bruno, await placeOrder(bruno, provider, 2));
  const typed = [
    { opener: "Message", field: "Your message", text: MESSAGE },
    { opener: "Change address or note", field: "Note for your provider", text: NOTE },
  ];
  await page.goto(`/tracking/${order.id}`);
  for (const { opener, field, text } of typed) {
    await page.getByRole("button", { name: opener }).click();
    await page.getByRole("dialog").getByLabel(field).fill(text);
    await navigate(page, "/notifications");
    await expectHeading("Notifications")(page);
    await expect(page.getByRole("dialog")).toBeHidden();

    await page.goBack();
    await expect(page).toHaveURL(`/tracking/${order.id}`);
    await page.getByRole("button", { name: opener }).click();
    await expect(page.getByRole("dialog").getByLabel(field)).toHaveValue(text);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  await bruno.call("POST", `/api/orders/${order.id}/cancellation`);
});
