import type { Page } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS_LINE, dayFreeAt, type Order, payOrder, placeOrder, type Provider, providerWithHours, saveCard } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { type Act, answerDialog, button, findLostFocus, press } from "../support/focus.ts";
import { toast } from "../support/page.ts";

const LONG_TEST_MS = 240_000;

async function fillAddress(page: Page, street: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Street address").fill(street);
  await dialog.getByLabel("City").fill("Zurich");
  await dialog.getByLabel("Postal code").fill("8001");
}

const VISITOR: readonly Act[] = [
  {
    name: "the whole list",
    at: "/",
    does: async (page) => {
      await press(button(page, "View All"));
      await expect(button(page, "Show Less").first()).toBeVisible();
    },
  },
  {
    name: "the short list again",
    does: async (page) => {
      await press(button(page, "Show Less"));
      await expect(button(page, "View All").first()).toBeVisible();
    },
  },
  {
    name: "another place",
    does: async (page) => {
      await press(button(page, /^Place: /));
      await page.getByLabel("Postal code or city").fill("3011");
      await expect(button(page, /^3011 Bern/).first()).toBeVisible();
      await page.getByLabel("Postal code or city").press("Enter");
      await expect(page.getByRole("dialog")).toBeHidden();
    },
  },
  {
    name: "no other place",
    does: async (page) => {
      await press(button(page, /^Place: /));
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    },
  },
  {
    name: "what is read, for a visitor",
    lands: /^h1 Notifications/,
    at: "/notifications",
    does: async (page) => {
      await press(button(page, "Mark all as read"));
      await expect(button(page, "Mark all as read").first()).toBeHidden();
    },
  },
  {
    name: "a sign-in that is wrong",
    at: "/login",
    does: async (page) => {
      await press(button(page, "Sign In with Email"));
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  },
];

test("after every act of a visitor the focus stands", async ({ users }) => {
  const { page } = await users.visitor();
  expect(await findLostFocus(page, VISITOR)).toEqual([]);
});

function customerActs({ first, second, later, address }: { first: Order; second: Order; later: Order; address: string }): readonly Act[] {
  return [
    {
      name: "an address is added",
      at: "/profile/addresses",
      does: async (page) => {
        await press(button(page, "Add address"));
        await fillAddress(page, address);
        await answerDialog(page, "Save");
        await expect(page.getByText(`${address}, Zurich 8001`).first()).toBeVisible();
      },
    },
    {
      name: "an address is changed",
      does: async (page) => {
        await press(button(page, "Edit").last());
        await answerDialog(page, "Save");
      },
    },
    {
      name: "an address is removed",
      lands: /^button (Edit|Use by default)/,
      does: async (page) => {
        await press(button(page, "Remove").last());
        await expect(toast(page, "Address removed")).toBeVisible();
      },
    },
    {
      name: "an address is there again",
      lands: /^button (Edit|Use by default)/,
      does: async (page) => {
        await press(button(page, "Undo"));
        await expect(page.getByText(`${address}, Zurich 8001`).first()).toBeVisible();
      },
    },
    {
      name: "a card is made the default",
      lands: /^button (Remove|Use by default)/,
      at: "/profile/payment-methods",
      does: async (page) => {
        await press(button(page, "Use by default").first());
        await expect(toast(page, "Default card changed")).toBeVisible();
      },
    },
    {
      name: "a card is removed",
      lands: /^button (Use by default|Remove)/,
      does: async (page) => {
        await press(button(page, "Remove").first());
        await expect(toast(page, "Card removed")).toBeVisible();
      },
    },
    {
      name: "the card is there again",
      lands: /^button (Use by default|Remove)/,
      does: async (page) => {
        await press(button(page, "Undo"));
        await expect(button(page, "Remove")).toHaveCount(2);
      },
    },
    {
      name: "the last card is removed",
      lands: /^button (Use by default|Remove)/,
      does: async (page) => {
        await press(button(page, "Remove").last());
        await expect(toast(page, "Card removed")).toBeVisible();
      },
    },
    {
      name: "the only card is removed",
      lands: /^button Add card/,
      does: async (page) => {
        await press(button(page, "Remove").first());
        await expect(page.getByText("No cards yet").first()).toBeVisible();
      },
    },
    {
      name: "all is read",
      lands: /^h1 Notifications/,
      at: "/notifications",
      does: async (page) => {
        await press(button(page, "Mark all as read"));
        await expect(button(page, "Mark all as read").first()).toBeHidden();
      },
    },
    {
      name: "all is unread again",
      does: async (page) => {
        await press(button(page, "Undo"));
        await expect(button(page, "Mark all as read").first()).toBeVisible();
      },
    },
    {
      name: "the profile is saved",
      at: "/profile/edit",
      does: async (page) => {
        await press(button(page, "Save"));
        await expect(toast(page, "Profile saved")).toBeVisible();
      },
    },
    {
      name: "a notice is read",
      at: "/notifications",
      does: async (page) => {
        await press(page.getByRole("main").getByRole("listitem").getByRole("link").first());
        await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeHidden();
      },
    },
    {
      name: "a tab of the history",
      at: "/history",
      does: async (page) => {
        await press(page.getByRole("tab", { name: "Completed" }));
        await expect(page.getByRole("tab", { name: "Completed", selected: true }).first()).toBeVisible();
      },
    },
    {
      name: "a note is added to a booking",
      at: `/booking?providerId=${first.providerId}`,
      does: async (page) => {
        await press(button(page, "Add a note for your provider"));
        await expect(button(page, "Add a note for your provider").first()).toBeHidden();
      },
    },
    {
      name: "an order is changed",
      at: `/tracking/${first.id}`,
      does: async (page) => {
        await press(button(page, "Change address or note"));
        await answerDialog(page, "Save");
      },
    },
    {
      name: "an order gets another time",
      does: async (page) => {
        await press(button(page, "Change pickup time"));
        const dialog = page.getByRole("dialog");
        await expect(dialog.first()).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(dialog.first()).toBeHidden();
      },
    },
    {
      name: "a message is sent",
      does: async (page) => {
        await press(button(page, "Message"));
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Your message").fill("Ring twice");
        await press(dialog.getByRole("button", { name: /^Send/ }));
        await expect(dialog.getByText("Ring twice").first()).toBeVisible();
      },
    },
    {
      name: "an order is cancelled",
      lands: /^h1 Track Order/,
      at: `/tracking/${second.id}`,
      does: async (page) => {
        await press(button(page, "Cancel order"));
        await answerDialog(page, "Cancel order");
        await expect(toast(page, "Order Cancelled")).toBeVisible();
      },
    },
    {
      name: "an unpaid order is cancelled",
      lands: /^h1 Track Order/,
      at: `/tracking/${later.id}`,
      does: async (page) => {
        await press(button(page, "Cancel order"));
        await answerDialog(page, "Cancel order");
        await expect(toast(page, "Order Cancelled")).toBeVisible();
      },
    },
    {
      name: "a pickup is skipped",
      lands: /^button (Move|Skip) /,
      at: "/recurring",
      does: async (page) => {
        await press(button(page, /^Skip /).first());
        await answerDialog(page, "Skip pickup");
        await expect(toast(page, "Pickup skipped")).toBeVisible();
        await expect(page.getByText("Skipped").first()).toBeVisible();
      },
    },
    {
      name: "the skip is taken back",
      lands: /^button (Move|Skip) /,
      does: async (page) => {
        await press(button(page, "Undo"));
        await expect(page.getByText("Skipped", { exact: true }).first()).toBeHidden();
      },
    },
    {
      name: "a pickup is skipped for good",
      lands: /^button (Move|Skip) /,
      does: async (page) => {
        await press(button(page, /^Skip /).first());
        await answerDialog(page, "Skip pickup");
        await expect(toast(page, "Pickup skipped")).toBeVisible();
        await press(button(page, "Close"));
        await expect(page.locator("[data-toasts]").getByText("Pickup skipped").first()).toBeHidden();
        await expect(page.getByText("Skipped", { exact: true }).first()).toBeVisible();
      },
    },
    {
      name: "a booking is paused",
      lands: /^button Resume/,
      does: async (page) => {
        await press(button(page, "Pause").first());
        await page.getByRole("dialog").getByLabel("Pause until").fill(swissDay(30));
        await answerDialog(page, "Pause booking");
        await expect(button(page, "Resume").first()).toBeVisible();
      },
    },
    {
      name: "a booking is resumed",
      lands: /^button Pause/,
      does: async (page) => {
        await press(button(page, "Resume").first());
        await expect(button(page, "Pause").first()).toBeVisible();
      },
    },
    {
      name: "a booking is ended",
      does: async (page) => {
        await press(button(page, "Cancel booking").first());
        await answerDialog(page, "Cancel booking");
        await expect(toast(page, "Recurring Booking Cancelled")).toBeVisible();
      },
    },
    {
      name: "signing out",
      at: "/profile",
      does: async (page) => {
        await press(button(page, "Sign Out"));
        await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
        // Home is loaded anew: its first Tab leads into it.
        await page.keyboard.press("Tab");
      },
    },
  ];
}

async function repeat(alice: Person, customerId: string, provider: Provider): Promise<void> {
  await alice.call("POST", "/api/recurring-bookings", {
    customerId,
    providerId: provider.id,
    serviceType: "standard",
    weight: "10.0",
    pickupAddress: ADDRESS_LINE,
    deliveryAddress: ADDRESS_LINE,
    recurringPattern: "weekly",
    dayOfWeek: new Date(await dayFreeAt(alice, provider, "15:00")).getUTCDay(),
    preferredTime: "15:00",
  });
}

test("after every act of a customer the focus stands", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const { id } = await alice.signIn("yannick.perret@example.com");
  const provider = await providerWithHours(alice, 4);
  await saveCard(alice, CARDS.succeeds);
  await saveCard(alice, CARDS.another);
  await repeat(alice, id, provider);
  const first = await payOrder(alice, await placeOrder(alice, provider, 2));
  const second = await payOrder(alice, await placeOrder(alice, provider, 3));
  const later = await placeOrder(alice, provider, 4);
  expect(await findLostFocus(alice.page, customerActs({ first, second, later, address: `Testweg ${Date.now() % 1000}` }))).toEqual([]);
});
