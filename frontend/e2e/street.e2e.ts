import type { Locator } from "playwright-core";
import { expect } from "vitest";

import { pays, placesOrder, type Order } from "./support/orders";
import { DEMO, type Person } from "./support/person";
import { arrivesAt, becomes, pathOf, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";

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

test("a provider takes a step back, and a step stays when the page is left", async ({ stage }) => {
  const alice = await stage.enters();
  const bruno = await stage.enters();
  await alice.signsIn(DEMO.customer);
  const { providerId } = await bruno.signsIn(DEMO.provider);
  const order = await pays(alice, await placesOrder(alice, { id: providerId ?? "" }));
  const { page } = bruno;
  await page.goto(`/provider#${order.id}`);
  const job = page.locator("li").filter({ hasText: order.id.slice(-8) });

  await job.getByRole("button", { name: "Start pickup" }).click();
  await toast(page, "Pickup started");
  await page.getByRole("button", { name: "Undo" }).click();
  await sees(job.getByRole("button", { name: "Start pickup" }));
  expect(await statusOf(alice, order)).toBe("confirmed");

  await job.getByRole("button", { name: "Start pickup" }).click();
  await toast(page, "Pickup started");
  await page.goto("/help");
  await becomes(() => statusOf(alice, order), "pickup");
});

test("a step on an order that is cancelled before it is sent is not taken, and the page says how the order stands", async ({ stage }) => {
  const alice = await stage.enters();
  const bruno = await stage.enters();
  const { page, watch } = bruno;
  await alice.signsIn(DEMO.customer);
  const { providerId } = await bruno.signsIn(DEMO.provider);
  const order = await pays(alice, await placesOrder(alice, { id: providerId ?? "" }));
  await page.goto(`/provider#${order.id}`);
  const job = page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "Start pickup" }).click();
  await toast(page, "Pickup started");

  await alice.call("POST", `/api/orders/${order.id}/cancellation`);
  watch.expectAnswer(409, `/api/orders/${order.id}/status`);
  await page.getByRole("button", { name: "Close" }).click();

  await sees(page.getByText("This order has changed in the meantime. It now stands at “Cancelled”. Please look at it again."));
  await seesNoMore(page.getByRole("tabpanel", { name: /^To do/ }).locator("li").filter({ hasText: order.id.slice(-8) }));
  expect(await statusOf(alice, order)).toBe("cancelled");
});

test("the tab of a provider's jobs outlives their week, a conversation and Back", async ({ stage }) => {
  const bruno = await stage.enters();
  const { page } = bruno;
  await bruno.signsIn(DEMO.provider);
  const isDone = async (): Promise<void> => {
    await sees(page.getByRole("tab", { name: /^Done/, selected: true }));
    await sees(page.getByRole("tabpanel", { name: /^Done/ }).getByRole("listitem"));
    await becomes(() => pathOf(page), "/provider?tab=done");
  };
  await page.goto("/provider");
  await page.getByRole("tab", { name: /^Done/ }).click();
  await isDone();

  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Week" }).click();
  await arrivesAt(page, "/provider/schedule");
  await sees(page.getByRole("heading", { level: 1, name: "Your week" }));
  await page.goBack();
  await isDone();

  await page.getByRole("tabpanel").getByRole("button", { name: "Message" }).first().click();
  await sees(page.getByRole("dialog", { name: /^Messages with/ }));
  await page.goBack();
  await seesNoMore(page.getByRole("dialog"));
  await isDone();
});

test("a provider at work is told of a new order", async ({ stage }) => {
  const alice = await stage.enters();
  const bruno = await stage.enters();
  await alice.signsIn(DEMO.customer);
  const { providerId } = await bruno.signsIn(DEMO.provider);
  await bruno.page.goto("/provider");
  await sees(bruno.page.getByRole("tab", { name: /^To do/ }));

  const order = await pays(alice, await placesOrder(alice, { id: providerId ?? "" }));

  expect(await toast(bruno.page, "New order")).toContain("Everything is paid; the pickup is yours.");
  await sees(bruno.page.locator("li").filter({ hasText: order.id.slice(-8) }));
  expect(await bruno.page.locator("main button.bg-accent").count()).toBeLessThanOrEqual(1);
});

test("who was served more than thirty days ago is a first name and an initial, without address and phone", async ({ stage }) => {
  const bruno = await stage.enters();
  const { page } = bruno;
  await bruno.signsIn(DEMO.provider);
  const done = await doneJobs(bruno);
  const daysAgo = ({ pickupTime }: DoneJob): number => (Date.now() - Date.parse(pickupTime)) / DAY_MS;
  const lately = done.find((order) => daysAgo(order) > 2 && daysAgo(order) < 25);
  const longAgo = done.find((order) => daysAgo(order) > 32);
  if (lately?.pickupAddress == null || longAgo === undefined) throw new Error("The demo provider's past is too short.");
  await page.goto("/provider?tab=done");
  const panel = page.getByRole("tabpanel", { name: /^Done/ });
  const jobOf = ({ id }: DoneJob): Locator => panel.getByRole("listitem").filter({ hasText: id.slice(-8) });
  await sees(panel.getByRole("listitem"));
  await becomes(async () => {
    const isThere = (await jobOf(longAgo).count()) === 1;
    if (!isThere) await panel.getByRole("button", { name: "Show older jobs" }).click();
    return isThere;
  }, true);

  await sees(jobOf(lately).getByRole("link", { name: lately.pickupAddress }));
  await sees(jobOf(lately).getByRole("link", { name: "Call" }));
  expect(await jobOf(longAgo).getByRole("heading").innerText()).toMatch(/^\p{Lu}[\p{L}-]+ \p{Lu}\. · /u);
  expect(await jobOf(longAgo).getByRole("link").count()).toBe(0);
});
