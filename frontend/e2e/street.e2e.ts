import { expect } from "vitest";

import { pays, placesOrder, type Order } from "./support/orders";
import { DEMO, type Person } from "./support/person";
import { arrivesAt, becomes, pathOf, sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";

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

  await page.getByRole("link", { name: "Your week" }).click();
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
