import type { Locator, Page } from "@playwright/test";

import { type Order, payOrder, placeOrder, setStatus } from "../fixtures/orders.ts";
import { DEMO } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { type Act, answerDialog, button, findLostFocus, press } from "../support/focus.ts";
import { toast } from "../support/page.ts";

const LONG_TEST_MS = 240_000;
const MAIN_STATION = { latitude: 47.378177, longitude: 8.540192, accuracy: 12 };

function jobActs(confirmed: Order, underWay: Order): readonly Act[] {
  const job = (page: Page, { id }: Order): Locator => page.locator("li").filter({ hasText: id.slice(-8) });
  return [
    {
      name: "bags are counted",
      lands: /^button Photo and bags/,
      at: `/provider#${underWay.id}`,
      does: async (page) => {
        await press(job(page, underWay).getByRole("button", { name: "Photo and bags" }));
        await press(page.getByRole("dialog").getByRole("button", { name: "One bag more" }));
        await answerDialog(page, "Save");
        await expect(job(page, underWay).getByText("1 bag").first()).toBeVisible();
      },
    },
    {
      name: "the position is shared",
      lands: /^(button|li|h\d|section) /,
      does: async (page) => {
        await press(job(page, underWay).getByRole("button", { name: "Share my position" }));
        // It is known first whether the account allows it.
        await expect(page.getByRole("dialog").getByRole("button", { name: "Share my position", disabled: false }).first()).toBeVisible();
        await answerDialog(page, "Share my position");
        await expect(page.getByRole("region", { name: "Position sharing" }).getByText(/^Your position is shared with /).first()).toBeVisible();
      },
    },
    {
      name: "the position is shared no longer",
      lands: /^(button|li|h\d|section) /,
      does: async (page) => {
        await press(page.getByRole("region", { name: "Position sharing" }).getByRole("button", { name: "Stop" }));
        await expect(page.getByRole("region", { name: "Position sharing" }).first()).toBeHidden();
      },
    },
    {
      name: "an order is handed back",
      lands: new RegExp(`^h3 .*${confirmed.id.slice(-8)}`),
      at: `/provider#${confirmed.id}`,
      does: async (page) => {
        await press(job(page, confirmed).getByRole("button", { name: "I can't do this one" }));
        await page.getByRole("dialog").getByLabel(/Why can't you do it/).fill("My machine broke.");
        await answerDialog(page, "Hand back");
        await expect(job(page, confirmed).getByRole("button", { name: "I can do it after all" }).first()).toBeVisible();
      },
    },
    {
      name: "an order is done after all",
      lands: new RegExp(`^h3 .*${confirmed.id.slice(-8)}`),
      does: async (page) => {
        await press(job(page, confirmed).getByRole("button", { name: "I can do it after all" }));
        await expect(job(page, confirmed).getByRole("button", { name: "I can't do this one" }).first()).toBeVisible();
      },
    },
  ];
}

const OWN_PAGE: readonly Act[] = [
  {
    name: "another fee",
    lands: /^button Save bookings/,
    at: "/provider/settings",
    does: async (page) => {
      await press(button(page, "Save bookings"));
      await expect(toast(page, "Saved")).toBeVisible();
    },
  },
  {
    name: "another place",
    lands: /^(input|button) /,
    does: async (page) => {
      await page.getByRole("form", { name: "Where you come to" }).getByRole("textbox").fill("Nyon");
      await press(button(page, "Add 1260 Nyon"));
      await expect(button(page, "Remove 1260 Nyon").first()).toBeVisible();
    },
  },
  {
    name: "no other place",
    lands: /^(input|button) /,
    does: async (page) => {
      await press(button(page, "Remove 1260 Nyon"));
      await expect(button(page, "Remove 1260 Nyon").first()).toBeHidden();
    },
  },
  {
    name: "a conversation is opened and left",
    lands: /^(button|h\d) /,
    at: "/provider/messages",
    does: async (page) => {
      await press(page.getByRole("main").getByRole("listitem").getByRole("button").first());
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    },
  },
];

/** Where the money goes: the form that a kept account opens, and its way back. */
const MONEY: readonly Act[] = [
  {
    name: "another account is asked for",
    lands: /^(input|button|h\d) /,
    at: "/provider/earnings",
    does: async (page) => {
      await press(button(page, /^(Change account|Use a bank account instead)/).first());
      await expect(page.getByLabel("IBAN").first()).toBeVisible();
    },
  },
  {
    name: "the account stays as it is",
    lands: /^(button|h\d) /,
    does: async (page) => {
      await press(button(page, "Cancel").first());
      await expect(page.getByLabel("IBAN").first()).toBeHidden();
    },
  },
];

test("after the acts at a handover, about the own page and about money the focus stands", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const bruno = await users.visitor();
  await alice.signIn("yannick.perret@example.com");
  const { providerId } = await bruno.signIn(DEMO.provider);
  // Whether the search is asked about once more, when it has just ended, is a matter of moments.
  bruno.pageErrors.allowResponse(404);
  await bruno.context.grantPermissions(["geolocation"]);
  await bruno.context.setGeolocation(MAIN_STATION);
  const ordered = async (): Promise<Order> => payOrder(alice, await placeOrder(alice, { id: providerId ?? "" }, 2));
  const [confirmed, underWay] = [await ordered(), await ordered()];
  await setStatus(bruno, underWay, "pickup");
  await alice.call("POST", `/api/orders/${confirmed.id}/messages`, { body: "Ring twice." });
  expect(await findLostFocus(bruno.page, [...jobActs(confirmed, underWay), ...OWN_PAGE, ...MONEY])).toEqual([]);
});

test("after the acts of a customer at a handover, and once neighbours may be asked, the focus stands", async ({ users }) => {
  test.setTimeout(LONG_TEST_MS);
  const alice = await users.visitor();
  const bruno = await users.visitor();
  await alice.signIn("yannick.perret@example.com");
  const { providerId } = await bruno.signIn(DEMO.provider);
  const order = await payOrder(alice, await placeOrder(alice, { id: providerId ?? "" }, 2));
  const wish = (page: Page): Locator => page.getByRole("switch", { name: "Ask for a code at handover" });
  const acts: readonly Act[] = [
    {
      name: "a code is wished",
      lands: /^input /,
      at: `/tracking/${order.id}`,
      does: async (page) => {
        await wish(page).press("Space");
        await expect(page.getByText("Your code for the pickup").first()).toBeVisible();
      },
    },
    {
      name: "neighbours may be asked",
      lands: /^h2 We are asking/,
      does: async (page) => {
        await bruno.call("POST", `/api/orders/${order.id}/hand-back`, { reason: "My machine broke." });
        await press(button(page, "Ask neighbours"));
        await expect(page.getByRole("heading", { name: /^We are asking \d neighbours?$/ }).first()).toBeVisible();
      },
    },
  ];
  expect(await findLostFocus(alice.page, acts)).toEqual([]);
  await alice.call("POST", `/api/orders/${order.id}/cancellation`);
});
