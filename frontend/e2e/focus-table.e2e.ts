import type { Page } from "playwright-core";
import { expect } from "vitest";

import { CARDS } from "./support/cards";
import { answers, button, losesFocus, press, type Act } from "./support/focus";
import { ADDRESS_LINE, dayFreeAt, pays, placesOrder, providerWithHours, savesCard, type Order, type Provider } from "./support/orders";
import type { Person } from "./support/person";
import { becomes, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";
import { swissDay } from "./support/swiss-time";

const LONG_TEST_MS = 240_000;

async function fillsAddress(page: Page, street: string): Promise<void> {
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
      await sees(button(page, "Show Less"));
    },
  },
  {
    name: "the short list again",
    does: async (page) => {
      await press(button(page, "Show Less"));
      await sees(button(page, "View All"));
    },
  },
  {
    name: "another place",
    does: async (page) => {
      await press(button(page, /^Place: /));
      await page.getByLabel("Postal code or city").fill("3011");
      await sees(button(page, /^3011 Bern/));
      await page.getByLabel("Postal code or city").press("Enter");
      await seesNoMore(page.getByRole("dialog"));
    },
  },
  {
    name: "no other place",
    does: async (page) => {
      await press(button(page, /^Place: /));
      await sees(page.getByRole("dialog"));
      await page.keyboard.press("Escape");
      await seesNoMore(page.getByRole("dialog"));
    },
  },
  {
    name: "what is read, for a visitor",
    lands: /^h1 Notifications/,
    at: "/notifications",
    does: async (page) => {
      await press(button(page, "Mark all as read"));
      await seesNoMore(button(page, "Mark all as read"));
    },
  },
  {
    name: "a sign-in that is wrong",
    at: "/login",
    does: async (page) => {
      await press(button(page, "Sign In with Email"));
      await sees(page.locator("[aria-invalid=true]"));
    },
  },
];

test("after every act of a visitor the focus stands", async ({ stage }) => {
  const { page } = await stage.enters();
  expect(await losesFocus(page, VISITOR)).toEqual([]);
});

function customerActs({ first, second, later, address }: { first: Order; second: Order; later: Order; address: string }): readonly Act[] {
  return [
    {
      name: "an address is added",
      at: "/profile/addresses",
      does: async (page) => {
        await press(button(page, "Add address"));
        await fillsAddress(page, address);
        await answers(page, "Save");
        await sees(page.getByText(`${address}, Zurich 8001`));
      },
    },
    {
      name: "an address is changed",
      does: async (page) => {
        await press(button(page, "Edit").last());
        await answers(page, "Save");
      },
    },
    {
      name: "an address is removed",
      lands: /^button (Edit|Use by default)/,
      does: async (page) => {
        await press(button(page, "Remove").last());
        await toast(page, "Address removed");
      },
    },
    {
      name: "an address is there again",
      lands: /^button (Edit|Use by default)/,
      does: async (page) => {
        await press(button(page, "Undo"));
        await sees(page.getByText(`${address}, Zurich 8001`));
      },
    },
    {
      name: "a card is made the default",
      lands: /^button (Remove|Use by default)/,
      at: "/profile/payment-methods",
      does: async (page) => {
        await press(button(page, "Use by default").first());
        await toast(page, "Default card changed");
      },
    },
    {
      name: "a card is removed",
      lands: /^button (Use by default|Remove)/,
      does: async (page) => {
        await press(button(page, "Remove").first());
        await toast(page, "Card removed");
      },
    },
    {
      name: "the card is there again",
      lands: /^button (Use by default|Remove)/,
      does: async (page) => {
        await press(button(page, "Undo"));
        await becomes(() => button(page, "Remove").count(), 2);
      },
    },
    {
      name: "the last card is removed",
      lands: /^button (Use by default|Remove)/,
      does: async (page) => {
        await press(button(page, "Remove").last());
        await toast(page, "Card removed");
      },
    },
    {
      name: "the only card is removed",
      lands: /^button Add card/,
      does: async (page) => {
        await press(button(page, "Remove").first());
        await sees(page.getByText("No cards yet"));
      },
    },
    {
      name: "all is read",
      lands: /^h1 Notifications/,
      at: "/notifications",
      does: async (page) => {
        await press(button(page, "Mark all as read"));
        await seesNoMore(button(page, "Mark all as read"));
      },
    },
    {
      name: "all is unread again",
      does: async (page) => {
        await press(button(page, "Undo"));
        await sees(button(page, "Mark all as read"));
      },
    },
    {
      name: "the profile is saved",
      at: "/profile/edit",
      does: async (page) => {
        await press(button(page, "Save"));
        await toast(page, "Profile saved");
      },
    },
    {
      name: "a notice is read",
      at: "/notifications",
      does: async (page) => {
        await press(page.getByRole("main").getByRole("listitem").getByRole("link").first());
        await seesNoMore(page.getByRole("heading", { level: 1, name: "Notifications" }));
      },
    },
    {
      name: "a tab of the history",
      at: "/history",
      does: async (page) => {
        await press(page.getByRole("tab", { name: "Completed" }));
        await sees(page.getByRole("tab", { name: "Completed", selected: true }));
      },
    },
    {
      name: "a note is added to a booking",
      at: `/booking?providerId=${first.providerId}`,
      does: async (page) => {
        await press(button(page, "Add a note for your provider"));
        await seesNoMore(button(page, "Add a note for your provider"));
      },
    },
    {
      name: "an order is changed",
      at: `/tracking/${first.id}`,
      does: async (page) => {
        await press(button(page, "Change address or note"));
        await answers(page, "Save");
      },
    },
    {
      name: "an order gets another time",
      does: async (page) => {
        await press(button(page, "Change pickup time"));
        const dialog = page.getByRole("dialog");
        await sees(dialog);
        await page.keyboard.press("Escape");
        await seesNoMore(dialog);
      },
    },
    {
      name: "a message is sent",
      does: async (page) => {
        await press(button(page, "Message"));
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Your message").fill("Ring twice");
        await press(dialog.getByRole("button", { name: /^Send/ }));
        await sees(dialog.getByText("Ring twice"));
      },
    },
    {
      name: "an order is cancelled",
      lands: /^h1 Track Order/,
      at: `/tracking/${second.id}`,
      does: async (page) => {
        await press(button(page, "Cancel order"));
        await answers(page, "Cancel order");
        await toast(page, "Order Cancelled");
      },
    },
    {
      name: "an unpaid order is cancelled",
      lands: /^h1 Track Order/,
      at: `/tracking/${later.id}`,
      does: async (page) => {
        await press(button(page, "Cancel order"));
        await answers(page, "Cancel order");
        await toast(page, "Order Cancelled");
      },
    },
    {
      name: "a pickup is skipped",
      lands: /^button (Move|Skip) /,
      at: "/recurring",
      does: async (page) => {
        await press(button(page, /^Skip /).first());
        await answers(page, "Skip pickup");
        await toast(page, "Pickup skipped");
        await sees(page.getByText("Skipped"));
      },
    },
    {
      name: "the skip is taken back",
      lands: /^button (Move|Skip) /,
      does: async (page) => {
        await press(button(page, "Undo"));
        await seesNoMore(page.getByText("Skipped", { exact: true }));
      },
    },
    {
      name: "a pickup is skipped for good",
      lands: /^button (Move|Skip) /,
      does: async (page) => {
        await press(button(page, /^Skip /).first());
        await answers(page, "Skip pickup");
        await toast(page, "Pickup skipped");
        await press(button(page, "Close"));
        await seesNoMore(page.locator("[data-toasts]").getByText("Pickup skipped"));
        await sees(page.getByText("Skipped", { exact: true }));
      },
    },
    {
      name: "a booking is paused",
      lands: /^button Resume/,
      does: async (page) => {
        await press(button(page, "Pause").first());
        await page.getByRole("dialog").getByLabel("Pause until").fill(swissDay(30));
        await answers(page, "Pause booking");
        await sees(button(page, "Resume"));
      },
    },
    {
      name: "a booking is resumed",
      lands: /^button Pause/,
      does: async (page) => {
        await press(button(page, "Resume").first());
        await sees(button(page, "Pause"));
      },
    },
    {
      name: "a booking is ended",
      does: async (page) => {
        await press(button(page, "Cancel booking").first());
        await answers(page, "Cancel booking");
        await toast(page, "Recurring Booking Cancelled");
      },
    },
    {
      name: "signing out",
      at: "/profile",
      does: async (page) => {
        await press(button(page, "Sign Out"));
        await sees(page.getByRole("heading", { name: "Available in Your Area" }));
        // Home is loaded anew: its first Tab leads into it.
        await page.keyboard.press("Tab");
      },
    },
  ];
}

async function repeats(alice: Person, customerId: string, provider: Provider): Promise<void> {
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

test("after every act of a customer the focus stands", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const alice = await stage.enters();
  const { id } = await alice.signsIn("yannick.perret@example.com");
  const provider = await providerWithHours(alice, 4);
  await savesCard(alice, CARDS.succeeds);
  await savesCard(alice, CARDS.another);
  await repeats(alice, id, provider);
  const first = await pays(alice, await placesOrder(alice, provider, 2));
  const second = await pays(alice, await placesOrder(alice, provider, 3));
  const later = await placesOrder(alice, provider, 4);
  expect(await losesFocus(alice.page, customerActs({ first, second, later, address: `Testweg ${Date.now() % 1000}` }))).toEqual([]);
});
