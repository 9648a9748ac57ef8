import type { Locator, Page } from "@playwright/test";

import type { MadeOrder, MadeProvider, MadeUser, World } from "../fixtures/factory.ts";
import { ADDRESS } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectBackAndForward, expectHeading, type Visit } from "../support/back-and-forward.ts";
import { pathOf, waitUntilLoaded } from "../support/page.ts";
import { navigate } from "../support/sign-out.ts";

const WEIGHT = "12.5";
const NOTE = "The bag is half-pack";
const COMMENT = "Half a sentence";
const MESSAGE = "Ring tw";

const street = (page: Page): Locator => page.getByLabel("Street address");
const weight = (page: Page): Locator => page.getByRole("slider", { name: "Weight in kilograms" });
const tomorrow = (page: Page): Locator =>
  page.getByRole("group", { name: "Preferred pickup date" }).getByRole("radio").nth(1);
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

async function expectNotifications(page: Page): Promise<void> {
  await expectHeading("Notifications")(page);
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
}

/** A provider who is also a customer, so all pages exist; and another provider to book. */
const WORLD = {
  users: [{ ref: "bruno", firstName: "Bruno", lastName: "Keller" }],
  providers: [{ ref: "own", user: "bruno" }, { ref: "salon" }],
} as const satisfies World;
const BOOKED = { customer: "bruno", provider: "salon" } as const;

const countOrders = async (person: Person, { id }: MadeUser): Promise<number> =>
  (await person.call<unknown[]>("GET", `/api/orders/customer/${id}`)).length;

function visitsOf(
  provider: MadeProvider,
  unpaid: MadeOrder,
  done: MadeOrder,
): Record<"booking" | "checkout" | "tracking" | "provider" | "workspace" | "notifications", Visit> {
  return {
    booking: { path: `/booking?providerId=${provider.id}`, leaves: fillBooking, shows: expectBooking },
    checkout: {
      path: `/checkout/${unpaid.id}`,
      shows: (page) => expect(page.getByRole("button", { name: /^Order summary/ })).toBeVisible(),
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
        await expectHeading(provider.name)(page);
        // The prefill is passed on.
        await expect(page.getByRole("link", { name: "Book", exact: true })).toHaveAttribute(
          "href",
          `/booking?providerId=${provider.id}&service=ironing`,
        );
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
        await expectNotifications(page);
        const all = page.getByRole("button", { name: "Mark all as read" });
        if ((await all.count()) > 0) await all.click();
      },
      shows: async (page) => {
        await expectNotifications(page);
        await expect(page.getByRole("button", { name: "Mark all as read" }).first()).toBeHidden();
      },
    },
  };
}

test("Back and Forward between booking, paying, tracking, a provider, the workspace and the notifications show each as it was left", async ({
  make,
  users,
}) => {
  const {
    users: made,
    providers,
    orders,
  } = await make({
    ...WORLD,
    orders: [
      { ref: "done", ...BOOKED, status: "completed", pickup: { days: -2, time: "10:00" } },
      { ref: "unpaid", ...BOOKED, status: "pending", pickup: { days: 3, time: "10:00" } },
    ],
  });
  const { done, unpaid } = orders;
  const bruno = await users.signedIn(made.bruno);
  const { page } = bruno;
  // The notifications of all this must have arrived before they are read.
  await page.goto("/notifications");
  await expect(page.locator(`a[href^="/tracking/${done.id}"]`, { hasText: "Order completed" }).first()).toBeVisible();

  const { booking, checkout, tracking, workspace, notifications, ...others } = visitsOf(providers.salon, unpaid, done);
  const pairs: (readonly [Visit, Visit])[] = [
    ...([
      [booking, checkout],
      [checkout, booking],
      [booking, tracking],
      [tracking, booking],
    ] as const),
    ...([
      [booking, others.provider],
      [others.provider, booking],
      [checkout, others.provider],
      [checkout, tracking],
    ] as const),
    ...([
      [tracking, notifications],
      [notifications, tracking],
      [workspace, tracking],
      [booking, workspace],
    ] as const),
    ...([
      [notifications, workspace],
      [others.provider, notifications],
    ] as const),
  ];
  for (const pair of pairs) await expectBackAndForward(page, pair);

  expect(await countOrders(bruno, made.bruno)).toBe(2);
});

/** Clicks a sticky control by coordinates, because Playwright's click scrolls. */
async function pressWhereItStands(control: Locator): Promise<void> {
  const box = await control.boundingBox();
  if (box === null) throw new Error("It stands nowhere.");
  await control.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test("the way to the checkout and back: every page as it was left, where it was left, and one order", async ({
  make,
  users,
}) => {
  const { users: made, providers } = await make(WORLD);
  const provider = providers.salon;
  const bruno = await users.signedIn(made.bruno);
  const { page } = bruno;
  const scrolled = (): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
  const path = `/providers/${provider.id}`;
  const form = `/booking?providerId=${provider.id}`;

  await page.goto(path);
  await expectHeading(provider.name)(page);
  // A page that is still loading may be too short to scroll that far.
  await waitUntilLoaded(page);
  await page.mouse.wheel(0, 300);
  await expect.poll(scrolled).toEqual(300);
  await pressWhereItStands(page.getByRole("link", { name: "Book", exact: true }));
  await expect(page).toHaveURL(form);
  await fillBooking(page);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page).toHaveURL(/\/checkout\//);
  await expect(page.getByRole("button", { name: /^Order summary/ })).toBeVisible();
  const checkout = pathOf(page);

  await page.goBack();
  await expect(page).toHaveURL(form);
  await expectBooking(page);
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expectHeading(provider.name)(page);
  await expect.poll(scrolled).toEqual(300);
  await page.goForward();
  await expectBooking(page);
  await page.goForward();
  await expect(page).toHaveURL(checkout);
  await expect(page.getByRole("button", { name: /^Order summary/ })).toBeVisible();

  // Confirming again gives the same order.
  await page.goBack();
  await expectBooking(page);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page).toHaveURL(checkout);
  expect(await countOrders(bruno, made.bruno)).toBe(1);
});

test("a half-written message and a half-changed order are there again after Back from another page", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { order },
  } = await make({ ...WORLD, orders: [{ ref: "order", ...BOOKED, pickup: { days: 2, time: "10:00" } }] });
  const { page } = await users.signedIn(made.bruno);
  const typed = [
    { opener: "Message", field: "Your message", text: MESSAGE },
    { opener: "Change address, note or care", field: "Note for your provider", text: NOTE },
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
});
