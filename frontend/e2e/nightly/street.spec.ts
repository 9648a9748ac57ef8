import type { Locator } from "@playwright/test";

import { type Order, payOrder, placeOrder } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

const DAY_MS = 24 * 60 * 60_000;

type DoneJob = Order & { pickupAddress: string | null };

/** All that a provider has done, the latest pickup first. */
async function doneJobs(person: Person): Promise<DoneJob[]> {
  const found: DoneJob[] = [];
  let before: string | null = null;
  do {
    const page: { orders: DoneJob[]; next: string | null } = await person.call("GET", `/api/provider/orders/history${before === null ? "" : `?before=${before}`}`);
    found.push(...page.orders.filter(({ status }) => status === "completed"));
    before = page.next;
  } while (before !== null);
  return found;
}

async function statusOf(person: Person, order: Order): Promise<string> {
  return (await person.call<{ status: string }>("GET", `/api/orders/${order.id}`)).status;
}

test("a provider takes a step back, and a step stays when the page is left", async ({ users }) => {
  const alice = await users.visitor();
  const bruno = await users.visitor();
  await alice.signIn(DEMO.customer);
  const { providerId } = await bruno.signIn(DEMO.provider);
  const order = await payOrder(alice, await placeOrder(alice, { id: providerId ?? "" }));
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

test("a step on an order that is cancelled before it is sent is not taken, and the page says how the order stands", async ({ users }) => {
  const alice = await users.visitor();
  const bruno = await users.visitor();
  const { page, pageErrors } = bruno;
  await alice.signIn(DEMO.customer);
  const { providerId } = await bruno.signIn(DEMO.provider);
  const order = await payOrder(alice, await placeOrder(alice, { id: providerId ?? "" }));
  await page.goto(`/provider#${order.id}`);
  const job = page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "Start pickup" }).click();
  await expect(toast(page, "Pickup started")).toBeVisible();

  await alice.call("POST", `/api/orders/${order.id}/cancellation`);
  pageErrors.expectResponse(409, `/api/orders/${order.id}/status`);
  await page.getByRole("button", { name: "Close" }).click();

  await expect(page.getByText("This order has changed in the meantime. It now stands at “Cancelled”. Please look at it again.").first()).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: /^To do/ }).locator("li").filter({ hasText: order.id.slice(-8) }).first()).toBeHidden();
  expect(await statusOf(alice, order)).toBe("cancelled");
});

test("the tab of a provider's jobs outlives their week, a conversation and Back", async ({ users }) => {
  const bruno = await users.visitor();
  const { page } = bruno;
  await bruno.signIn(DEMO.provider);
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

test("a provider at work is told of a new order", async ({ users }) => {
  const alice = await users.visitor();
  const bruno = await users.visitor();
  await alice.signIn(DEMO.customer);
  const { providerId } = await bruno.signIn(DEMO.provider);
  await bruno.page.goto("/provider");
  await expect(bruno.page.getByRole("tab", { name: /^To do/ }).first()).toBeVisible();

  const order = await payOrder(alice, await placeOrder(alice, { id: providerId ?? "" }));

  await expect(toast(bruno.page, "New order")).toContainText("Everything is paid; the pickup is yours.", { useInnerText: true });
  await expect(bruno.page.locator("li").filter({ hasText: order.id.slice(-8) }).first()).toBeVisible();
  await expect.poll(() => bruno.page.locator("main button.bg-accent").count()).toBeLessThanOrEqual(1);
});

test("who was served more than thirty days ago is a first name and an initial, without address and phone", async ({ users }) => {
  const bruno = await users.visitor();
  const { page } = bruno;
  await bruno.signIn(DEMO.provider);
  const done = await doneJobs(bruno);
  const daysAgo = ({ pickupTime }: DoneJob): number => (Date.now() - Date.parse(pickupTime)) / DAY_MS;
  const lately = done.find((order) => daysAgo(order) > 2 && daysAgo(order) < 25);
  const longAgo = done.find((order) => daysAgo(order) > 32);
  if (lately?.pickupAddress == null || longAgo === undefined) throw new Error("The demo provider's past is too short.");
  await page.goto("/provider?tab=done");
  const panel = page.getByRole("tabpanel", { name: /^Done/ });
  const jobOf = ({ id }: DoneJob): Locator => panel.getByRole("listitem").filter({ hasText: id.slice(-8) });
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await expect.poll(async () => {
    const isThere = (await jobOf(longAgo).count()) === 1;
    if (!isThere) await panel.getByRole("button", { name: "Show older jobs" }).click();
    return isThere;
  }).toBe(true);

  await expect(jobOf(lately).getByRole("link", { name: lately.pickupAddress }).first()).toBeVisible();
  await expect(jobOf(lately).getByRole("link", { name: "Call" }).first()).toBeVisible();
  await expect(jobOf(longAgo).getByRole("heading")).toHaveText(/^\p{Lu}[\p{L}-]+ \p{Lu}\. · /u, { useInnerText: true });
  await expect(jobOf(longAgo).getByRole("link")).toHaveCount(0);
});
