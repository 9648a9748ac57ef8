import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { answers, button, losesFocus, press, type Act } from "./support/focus";
import { moves, pays, placesOrder, type Order } from "./support/orders";
import { DEMO } from "./support/person";
import { becomes, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";
import { swissDay } from "./support/swiss-time";

const LONG_TEST_MS = 240_000;

function providerActs(order: Order): readonly Act[] {
  const job = (page: Page): Locator => page.locator("li").filter({ hasText: order.id.slice(-8) });
  return [
    {
      name: "a step",
      at: `/provider#${order.id}`,
      does: async (page) => {
        await press(job(page).getByRole("button", { name: "Start washing" }));
        await toast(page, "Washing started");
      },
    },
    {
      name: "a step that is taken back",
      does: async (page) => {
        await press(button(page, "Undo"));
        await sees(job(page).getByRole("button", { name: "Start washing" }));
      },
    },
    {
      name: "a step that is kept",
      does: async (page) => {
        await press(job(page).getByRole("button", { name: "Start washing" }));
        await press(button(page, "Close"));
        await sees(job(page).getByRole("button", { name: "Start delivery" }));
      },
    },
    {
      name: "a tab of the jobs",
      does: async (page) => {
        await press(page.getByRole("tab", { name: "Done" }));
        await sees(page.getByRole("tab", { name: "Done", selected: true }));
      },
    },
    {
      name: "a day off",
      at: "/provider/schedule",
      does: async (page) => {
        await press(button(page, "Add days off"));
        await page.getByRole("dialog").getByLabel("First day").fill(swissDay(200));
        await answers(page, "Save days off");
        await sees(button(page, /^Remove days off/));
      },
    },
    {
      name: "no day off",
      lands: /^button (Remove|Add) days off/,
      does: async (page) => {
        const before = await button(page, /^Remove days off/).count();
        await press(button(page, /^Remove days off/).last());
        await becomes(() => button(page, /^Remove days off/).count(), before - 1);
      },
    },
    {
      name: "a pause",
      does: async (page) => {
        await press(button(page, "Pause bookings"));
        await page.getByRole("dialog").getByLabel("Back on").fill(swissDay(20));
        await answers(page, "Pause now");
        await sees(button(page, "Take bookings again"));
      },
    },
    {
      name: "no pause",
      does: async (page) => {
        await press(button(page, "Take bookings again"));
        await sees(button(page, "Pause bookings"));
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
        await answers(page, "Keep order");
      },
    },
    {
      name: "an order is declined",
      // Its card, which stands among what is done by then.
      lands: /^li .*Order Cancelled/,
      does: async (page) => {
        await press(job(page, declined).getByRole("button", { name: "Decline" }));
        await answers(page, "Decline order");
        await toast(page, "Order declined");
        await seesNoMore(job(page, declined).getByRole("button", { name: "Decline" }));
      },
    },
    {
      name: "an order is accepted",
      at: `/provider#${accepted.id}`,
      does: async (page) => {
        await press(job(page, accepted).getByRole("button", { name: "Accept order" }));
        await press(button(page, "Close"));
        await sees(job(page, accepted).getByRole("button", { name: "Start pickup" }));
      },
    },
    {
      name: "the sound of news",
      lands: /^(button|input) /,
      does: async (page) => {
        await page.getByRole("switch", { name: "Sound for news" }).press("Space");
        await sees(page.getByRole("switch", { name: "Sound for news", checked: true }));
      },
    },
    {
      name: "hours are added",
      lands: /^button Add hours on Sunday/,
      at: "/provider/schedule",
      does: async (page) => {
        await press(button(page, "Add hours on Sunday"));
        await answers(page, "Save hours");
        await sees(button(page, /^Change Sunday/));
      },
    },
    {
      name: "hours are changed",
      lands: /^button Change Sunday/,
      does: async (page) => {
        await press(button(page, /^Change Sunday/));
        await page.getByRole("dialog").getByLabel("Places per slot").selectOption("5");
        await answers(page, "Save hours");
      },
    },
    {
      name: "hours are removed",
      lands: /^button Add hours on Sunday/,
      does: async (page) => {
        await press(button(page, /^Change Sunday/));
        await answers(page, "Remove these hours");
        await seesNoMore(button(page, /^Change Sunday/));
      },
    },
  ];
}

test("after answering by hand, and after every change of the week, the focus stands", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const alice = await stage.enters();
  const daniel = await stage.enters();
  await alice.signsIn("yannick.perret@example.com");
  const { providerId } = await daniel.signsIn(DANIEL);
  const ordered = async (): Promise<Order> => pays(alice, await placesOrder(alice, { id: providerId ?? "" }, 2));
  expect(await losesFocus(daniel.page, answerActs(await ordered(), await ordered()))).toEqual([]);
});

test("after every act of a provider the focus stands", { timeout: LONG_TEST_MS }, async ({ stage }) => {
  const alice = await stage.enters();
  const bruno = await stage.enters();
  await alice.signsIn("yannick.perret@example.com");
  const { providerId } = await bruno.signsIn(DEMO.provider);
  const order = await pays(alice, await placesOrder(alice, { id: providerId ?? "" }, 2));
  await moves(bruno, order, "pickup");
  expect(await losesFocus(bruno.page, providerActs(order))).toEqual([]);
});
