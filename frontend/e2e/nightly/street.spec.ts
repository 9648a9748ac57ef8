import type { Locator } from "@playwright/test";

import type { MadeOrder } from "../fixtures/factory.ts";
import { payOrder, placeOrderAt } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

/** A pickup tomorrow at 10:00. */
const WITH_A_JOB = {
  users: [{ ref: "alice" }],
  providers: [{ ref: "salon" }],
  orders: [{ ref: "order", customer: "alice", provider: "salon", pickup: { days: 1, time: "10:00" } }],
} as const;

async function statusOf(person: Person, order: Pick<MadeOrder, "id">): Promise<string> {
  return (await person.call<{ status: string }>("GET", `/api/orders/${order.id}`)).status;
}

test("a provider takes a step back, and a step stays when the page is left", async ({ make, users }) => {
  const {
    users: made,
    orders: { order },
  } = await make(WITH_A_JOB);
  const alice = await users.signedIn(made.alice);
  const bruno = await users.signedIn(made.salon);
  const { page } = bruno;
  await page.goto(`/provider#${order.id}`);
  const job = page.locator("li").filter({ hasText: order.id.slice(-8) });

  await job.getByRole("button", { name: "Start pickup" }).click();
  await expect(toast(page, "Pickup started")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(job.getByRole("button", { name: "Start pickup" })).toBeVisible();
  expect(await statusOf(alice, order)).toBe("confirmed");

  await job.getByRole("button", { name: "Start pickup" }).click();
  await expect(toast(page, "Pickup started")).toBeVisible();
  await page.goto("/help");
  await expect.poll(() => statusOf(alice, order)).toBe("pickup");
});

test("a step on an order that is cancelled before it is sent is not taken, and the page says how the order stands", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { order },
  } = await make(WITH_A_JOB);
  const alice = await users.signedIn(made.alice);
  const bruno = await users.signedIn(made.salon);
  const { page, pageErrors } = bruno;
  await page.goto(`/provider#${order.id}`);
  const job = page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "Start pickup" }).click();
  await expect(toast(page, "Pickup started")).toBeVisible();

  await alice.call("POST", `/api/orders/${order.id}/cancellation`);
  pageErrors.expectResponse(409, `/api/orders/${order.id}/status`);
  await page.getByRole("button", { name: "Close" }).click();

  await expect(
    page
      .getByText("This order has changed in the meantime. It now stands at “Cancelled”. Please look at it again.")
      .first(),
  ).toBeVisible();
  await expect(
    page
      .getByRole("tabpanel", { name: /^To do/ })
      .locator("li")
      .filter({ hasText: order.id.slice(-8) })
      .first(),
  ).toBeHidden();
  expect(await statusOf(alice, order)).toBe("cancelled");
});

test("the tab of a provider's jobs outlives their week, a conversation and Back", async ({ make, users }) => {
  const { users: made } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [
      { ref: "done", customer: "alice", provider: "salon", status: "completed", pickup: { days: -3, time: "10:00" } },
    ],
  });
  const { page } = await users.signedIn(made.salon);
  const isDone = async (): Promise<void> => {
    await expect(page.getByRole("tab", { name: /^Done/, selected: true }).first()).toBeVisible();
    await expect(page.getByRole("tabpanel", { name: /^Done/ }).getByRole("listitem").first()).toBeVisible();
    await expect(page).toHaveURL("/provider?tab=done");
  };
  await page.goto("/provider");
  await page.getByRole("tab", { name: /^Done/ }).click();
  await isDone();

  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Week" }).click();
  await expect(page).toHaveURL("/provider/schedule");
  await expect(page.getByRole("heading", { level: 1, name: "Your week" })).toBeVisible();
  await page.goBack();
  await isDone();

  await page.getByRole("tabpanel").getByRole("button", { name: "Message" }).first().click();
  await expect(page.getByRole("dialog", { name: /^Messages with/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await isDone();
});

test("a provider at work is told of a new order", async ({ make, users }) => {
  const { users: made, providers } = await make({ users: [{ ref: "alice" }], providers: [{ ref: "salon" }] });
  const alice = await users.signedIn(made.alice);
  const bruno = await users.signedIn(made.salon);
  await bruno.page.goto("/provider");
  await expect(bruno.page.getByRole("tab", { name: /^To do/ }).first()).toBeVisible();

  const order = await payOrder(
    alice,
    await placeOrderAt(alice, providers.salon, { date: swissDay(1), startTime: "10:00" }),
  );

  await expect(toast(bruno.page, "New order")).toContainText("Everything is paid; the pickup is yours.", {
    useInnerText: true,
  });
  await expect(
    bruno.page
      .locator("li")
      .filter({ hasText: order.id.slice(-8) })
      .first(),
  ).toBeVisible();
  await expect.poll(() => bruno.page.locator("main button.bg-accent").count()).toBeLessThanOrEqual(1);
});

test("who was served more than thirty days ago is a first name and an initial, without address and phone", async ({
  make,
  users,
}) => {
  const pickupAddress = "Limmatquai 12, Zurich 8001";
  const {
    users: made,
    orders: { lately, longAgo },
  } = await make({
    users: [{ ref: "alice", phone: "+41795550113" }],
    providers: [{ ref: "salon" }],
    orders: [
      {
        ref: "lately",
        customer: "alice",
        provider: "salon",
        pickupAddress,
        status: "completed",
        pickup: { days: -10, time: "10:00" },
      },
      {
        ref: "longAgo",
        customer: "alice",
        provider: "salon",
        pickupAddress,
        status: "completed",
        pickup: { days: -35, time: "10:00" },
      },
    ],
  });
  const { page } = await users.signedIn(made.salon);
  await page.goto("/provider?tab=done");
  const panel = page.getByRole("tabpanel", { name: /^Done/ });
  const jobOf = ({ id }: MadeOrder): Locator => panel.getByRole("listitem").filter({ hasText: id.slice(-8) });
  await expect(jobOf(longAgo)).toHaveCount(1);

  await expect(jobOf(lately).getByRole("link", { name: pickupAddress }).first()).toBeVisible();
  await expect(jobOf(lately).getByRole("link", { name: "Call" }).first()).toBeVisible();
  await expect(jobOf(longAgo).getByRole("heading")).toHaveText(/^\p{Lu}[\p{L}-]+ \p{Lu}\. · /u, { useInnerText: true });
  await expect(jobOf(longAgo).getByRole("link")).toHaveText(["Get help"]);
});
