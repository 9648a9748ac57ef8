import type { Locator, Page } from "@playwright/test";

import { type Order, payOrder, placeOrder, setStatus } from "../fixtures/orders.ts";
import { DEMO } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { type Act, answerDialog, button, findLostFocus, press } from "../support/focus.ts";
import { toast } from "../support/page.ts";

const LONG_TEST_MS = 240_000;

function providerActs(order: Order): readonly Act[] {
  const job = (page: Page): Locator => page.locator("li").filter({ hasText: order.id.slice(-8) });
  return [
    {
      name: "a step",
      at: `/provider#${order.id}`,
      does: async (page) => {
        await press(job(page).getByRole("button", { name: "Start washing" }));
        await expect(toast(page, "Washing started")).toBeVisible();
      },
    },
    {
      name: "a step that is taken back",
      does: async (page) => {
        await press(button(page, "Undo"));
        await expect(job(page).getByRole("button", { name: "Start washing" }).first()).toBeVisible();
      },
    },
    {
      name: "a step that is kept",
      does: async (page) => {
        await press(job(page).getByRole("button", { name: "Start washing" }));
        await press(button(page, "Close"));
        await expect(job(page).getByRole("button", { name: "Start delivery" }).first()).toBeVisible();
      },
    },
    {
      name: "a tab of the jobs",
      does: async (page) => {
        await press(page.getByRole("tab", { name: "Done" }));
        await expect(page.getByRole("tab", { name: "Done", selected: true }).first()).toBeVisible();
      },
    },
    {
      name: "a day off",
      at: "/provider/schedule",
      does: async (page) => {
        await press(button(page, "Add days off"));
        await page.getByRole("dialog").getByLabel("First day").fill(swissDay(200));
        await answerDialog(page, "Save days off");
        await expect(button(page, /^Remove days off/).first()).toBeVisible();
      },
    },
    {
      name: "no day off",
      lands: /^button (Remove|Add) days off/,
      does: async (page) => {
        const before = await button(page, /^Remove days off/).count();
        await press(button(page, /^Remove days off/).last());
        await expect(button(page, /^Remove days off/)).toHaveCount(before - 1);
      },
    },
    {
      name: "a pause",
      does: async (page) => {
        await press(button(page, "Pause bookings"));
        await page.getByRole("dialog").getByLabel("Back on").fill(swissDay(20));
        await answerDialog(page, "Pause now");
        await expect(button(page, "Take bookings again").first()).toBeVisible();
      },
    },
    {
      name: "no pause",
      does: async (page) => {
        await press(button(page, "Take bookings again"));
        await expect(button(page, "Pause bookings").first()).toBeVisible();
      },
    },
  ];
}

const DANIEL = "daniel.frei@example.com";

/** Of a provider who answers by hand, and does not work on Sundays. */
function answerActs(declined: Order, accepted: Order): readonly Act[] {
  const job = (page: Page, { id }: Order): Locator => page.locator("li").filter({ hasText: id.slice(-8) });
  return [
    {
      name: "an order is not declined after all",
      lands: /^button Decline/,
      at: `/provider#${declined.id}`,
      does: async (page) => {
        await press(job(page, declined).getByRole("button", { name: "Decline" }));
        await answerDialog(page, "Keep order");
      },
    },
    {
      name: "an order is declined",
      // Its card, which stands among what is done by then.
      lands: /^li .*Order Cancelled/,
      does: async (page) => {
        await press(job(page, declined).getByRole("button", { name: "Decline" }));
        await answerDialog(page, "Decline order");
        await expect(toast(page, "Order declined")).toBeVisible();
        await expect(job(page, declined).getByRole("button", { name: "Decline" }).first()).toBeHidden();
      },
    },
    {
      name: "an order is accepted",
      at: `/provider#${accepted.id}`,
      does: async (page) => {
        await press(job(page, accepted).getByRole("button", { name: "Accept order" }));
        await press(button(page, "Close"));
        await expect(job(page, accepted).getByRole("button", { name: "Start pickup" }).first()).toBeVisible();
      },
    },
    {
      name: "the sound of news",
      lands: /^(button|input) /,
      does: async (page) => {
        await page.getByRole("switch", { name: "Sound for news" }).press("Space");
        await expect(page.getByRole("switch", { name: "Sound for news", checked: true }).first()).toBeVisible();
      },
    },
    {
      name: "hours are added",
      lands: /^button Add hours on Sunday/,
      at: "/provider/schedule",
      does: async (page) => {
        await press(button(page, "Add hours on Sunday"));
        await answerDialog(page, "Save hours");
        await expect(button(page, /^Change Sunday/).first()).toBeVisible();
      },
    },
    {
      name: "hours are changed",
      lands: /^button Change Sunday/,
      does: async (page) => {
        await press(button(page, /^Change Sunday/));
        await page.getByRole("dialog").getByLabel("Places per slot").selectOption("5");
        await answerDialog(page, "Save hours");
      },
    },
    {
      name: "hours are removed",
      lands: /^button Add hours on Sunday/,
      does: async (page) => {
        await press(button(page, /^Change Sunday/));
        await answerDialog(page, "Remove these hours");
        await expect(button(page, /^Change Sunday/).first()).toBeHidden();
      },
    },
  ];
}

test("after answering by hand, and after every change of the week, the focus stands", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const daniel = await users.visitor();
  await alice.signIn("yannick.perret@example.com");
  const { providerId } = await daniel.signIn(DANIEL);
  const ordered = async (): Promise<Order> => payOrder(alice, await placeOrder(alice, { id: providerId ?? "" }, 2));
  expect(await findLostFocus(daniel.page, answerActs(await ordered(), await ordered()))).toEqual([]);
});

test("after every act of a provider the focus stands", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const bruno = await users.visitor();
  await alice.signIn("yannick.perret@example.com");
  const { providerId } = await bruno.signIn(DEMO.provider);
  const order = await payOrder(alice, await placeOrder(alice, { id: providerId ?? "" }, 2));
  await setStatus(bruno, order, "pickup");
  expect(await findLostFocus(bruno.page, providerActs(order))).toEqual([]);
});
