import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { goes } from "./support/leaving";
import { ADDRESS, cancelsUnpaid, moves, nameOf, pays, placesOrder, providerOtherThan, type Order, type Provider } from "./support/orders";
import { DEMO, type Person } from "./support/person";
import { heading, standsStill, type Place } from "./support/places";
import { arrivesAt, becomes, hasArrived, pathOf, sees, seesNoMore } from "./support/seeing";
import { test, type Stage } from "./support/stage";

const WEIGHT = "12.5";
const NOTE = "The bag is half-pack";
const COMMENT = "Half a sentence";
const MESSAGE = "Ring tw";

const street = (page: Page): Locator => page.getByLabel("Street address");
const weight = (page: Page): Locator => page.getByRole("slider", { name: "Weight in kilograms" });
const tomorrow = (page: Page): Locator => page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1);
const note = (page: Page): Locator => page.getByLabel("Note for your provider");

async function fillsBooking(page: Page): Promise<void> {
  await street(page).fill(ADDRESS.street);
  await weight(page).fill(WEIGHT);
  await tomorrow(page).check();
  const opener = page.getByRole("button", { name: "Add a note for your provider" });
  await sees(opener.or(note(page)));
  if ((await opener.count()) > 0) await opener.click();
  await note(page).fill(NOTE);
}

async function showsBooking(page: Page): Promise<void> {
  await becomes(() => street(page).inputValue(), ADDRESS.street);
  await becomes(() => weight(page).getAttribute("aria-valuetext"), `${WEIGHT} kg`);
  await becomes(() => tomorrow(page).isChecked(), true);
  await becomes(() => note(page).inputValue(), NOTE);
}

async function showsNews(page: Page): Promise<void> {
  await heading("Notifications")(page);
  await sees(page.getByRole("main").getByRole("listitem"));
}

type Scene = { bruno: Person; page: Page; customerId: string; provider: Provider };

/** A provider, who is a customer, too, and has every page. */
async function begins(stage: Stage, nth: number): Promise<Scene> {
  const bruno = await stage.enters();
  const { id: customerId, providerId } = await bruno.signsIn(DEMO.provider);
  await cancelsUnpaid(bruno, customerId);
  return { bruno, page: bruno.page, customerId, provider: await providerOtherThan(bruno, providerId, nth) };
}

const ordersOf = ({ bruno, customerId }: Scene): Promise<Order[]> => bruno.call<Order[]>("GET", `/api/orders/customer/${customerId}`);

function placesOf(provider: Provider, unpaid: Order, done: Order): Record<"booking" | "checkout" | "tracking" | "provider" | "workspace" | "notifications", Place> {
  return {
    booking: { path: `/booking?providerId=${provider.id}`, leaves: fillsBooking, shows: showsBooking },
    checkout: {
      path: `/checkout/${unpaid.id}`,
      shows: (page) => sees(page.getByRole("heading", { name: "Order summary" })),
    },
    tracking: {
      path: `/tracking/${done.id}`,
      leaves: async (page) => {
        await page.getByRole("radio", { name: /^4 of 5/ }).check();
        await page.getByLabel("Comment").fill(COMMENT);
      },
      shows: async (page) => {
        await sees(page.getByRole("radio", { name: /^4 of 5/, checked: true }));
        await becomes(() => page.getByLabel("Comment").inputValue(), COMMENT);
      },
    },
    provider: {
      path: `/providers/${provider.id}?service=ironing`,
      shows: async (page) => {
        await heading(nameOf(provider))(page);
        // What is wished for goes on from here.
        await becomes(() => page.getByRole("link", { name: "Book", exact: true }).getAttribute("href"), `/booking?providerId=${provider.id}&service=ironing`);
      },
    },
    workspace: {
      path: "/provider",
      leaves: async (page) => {
        await page.getByRole("tab", { name: /^Done/ }).click();
        await arrivesAt(page, "/provider?tab=done");
      },
      shows: (page) => sees(page.getByRole("tab", { name: /^Done/, selected: true })),
    },
    notifications: {
      path: "/notifications",
      leaves: async (page) => {
        await showsNews(page);
        const all = page.getByRole("button", { name: "Mark all as read" });
        if ((await all.count()) > 0) await all.click();
      },
      shows: async (page) => {
        await showsNews(page);
        await seesNoMore(page.getByRole("button", { name: "Mark all as read" }));
      },
    },
  };
}

test("Back and Forward between booking, paying, tracking, a provider, the workspace and the news show each as it was left", async ({ stage }) => {
  const scene = await begins(stage, 1);
  const { bruno, page, provider } = scene;
  const dora = await stage.enters();
  await dora.signsIn(DEMO.operator);
  const done = await pays(bruno, await placesOrder(bruno, provider, 2));
  await moves(dora, done, "pickup", "washing", "delivery", "completed");
  const unpaid = await placesOrder(bruno, provider, 3);
  const known = (await ordersOf(scene)).length;
  // The news of all this are there before they are read.
  await page.goto("/notifications");
  await sees(page.locator(`a[href^="/tracking/${done.id}"]`, { hasText: "Order completed" }));

  const { booking, checkout, tracking, workspace, notifications, ...others } = placesOf(provider, unpaid, done);
  const pairs: (readonly [Place, Place])[] = [
    ...([[booking, checkout], [checkout, booking], [booking, tracking], [tracking, booking]] as const),
    ...([[booking, others.provider], [others.provider, booking], [checkout, others.provider], [checkout, tracking]] as const),
    ...([[tracking, notifications], [notifications, tracking], [workspace, tracking], [booking, workspace]] as const),
    ...([[notifications, workspace], [others.provider, notifications]] as const),
  ];
  for (const pair of pairs) await standsStill(page, pair);

  expect((await ordersOf(scene)).length).toBe(known);
  await bruno.call("POST", `/api/orders/${unpaid.id}/cancellation`);
});

/** Presses what sticks to the window, without the scrolling that comes with a click of Playwright's. */
async function pressesWhereItStands(control: Locator): Promise<void> {
  const box = await control.boundingBox();
  if (box === null) throw new Error("It stands nowhere.");
  await control.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test("the way to the checkout and back: every page as it was left, where it was left, and one order", async ({ stage }) => {
  const scene = await begins(stage, 2);
  const { bruno, page, provider } = scene;
  const known = (await ordersOf(scene)).length;
  const scrolled = (): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
  const path = `/providers/${provider.id}`;
  const form = `/booking?providerId=${provider.id}`;

  await page.goto(path);
  await heading(nameOf(provider))(page);
  // A page that still loads may be too low to be scrolled so far.
  await hasArrived(page);
  await page.mouse.wheel(0, 300);
  await becomes(scrolled, 300);
  await pressesWhereItStands(page.getByRole("link", { name: "Book", exact: true }));
  await arrivesAt(page, form);
  await fillsBooking(page);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await arrivesAt(page, /^\/checkout\//);
  await sees(page.getByRole("heading", { name: "Order summary" }));
  const checkout = pathOf(page);

  await page.goBack();
  await arrivesAt(page, form);
  await showsBooking(page);
  await page.goBack();
  await arrivesAt(page, path);
  await heading(nameOf(provider))(page);
  await becomes(scrolled, 300);
  await page.goForward();
  await showsBooking(page);
  await page.goForward();
  await arrivesAt(page, checkout);
  await sees(page.getByRole("heading", { name: "Order summary" }));

  // Confirmed once more it is the same order.
  await page.goBack();
  await showsBooking(page);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await arrivesAt(page, checkout);
  expect((await ordersOf(scene)).length).toBe(known + 1);
  await bruno.call("POST", `/api/orders/${checkout.split("/")[2] ?? ""}/cancellation`);
});

test("a half-written message and a half-changed order are there again after Back from another page", async ({ stage }) => {
  const { bruno, page, provider } = await begins(stage, 3);
  const order = await pays(bruno, await placesOrder(bruno, provider, 2));
  const typed = [
    { opener: "Message", field: "Your message", text: MESSAGE },
    { opener: "Change address or note", field: "Note for your provider", text: NOTE },
  ];
  await page.goto(`/tracking/${order.id}`);
  for (const { opener, field, text } of typed) {
    await page.getByRole("button", { name: opener }).click();
    await page.getByRole("dialog").getByLabel(field).fill(text);
    await goes(page, "/notifications");
    await heading("Notifications")(page);
    await seesNoMore(page.getByRole("dialog"));

    await page.goBack();
    await arrivesAt(page, `/tracking/${order.id}`);
    await page.getByRole("button", { name: opener }).click();
    await becomes(() => page.getByRole("dialog").getByLabel(field).inputValue(), text);
    await page.keyboard.press("Escape");
    await seesNoMore(page.getByRole("dialog"));
  }
  await bruno.call("POST", `/api/orders/${order.id}/cancellation`);
});
