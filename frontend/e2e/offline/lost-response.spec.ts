import type { Factory, MadeOrder } from "../fixtures/factory.ts";
import type { Order } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { isLiveEvents } from "../support/live-events.ts";
import { toast } from "../support/page.ts";

type Notices = { results: { kind: string; link: string | null }[] };
type Setup = { alice: Person; bruno: Person; order: MadeOrder };

/** Alice with a paid order at bruno's. */
async function begin(make: Factory["make"], users: Users): Promise<Setup> {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon", pickup: { days: 2, time: "10:00" } }],
  });
  return { alice: await users.signedIn(made.alice), bruno: await users.signedIn(made.salon), order };
}

/**
 * Drops the first response of this URL after the server has acted, and all live events; returns the keys of all its
 * calls.
 */
async function loseResponse({ page, pageErrors }: Person, address: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  pageErrors.isOffline = true;
  await page.route(isLiveEvents, (route) => route.abort());
  await page.route(`**${address}`, async (route) => {
    // Reads of the same URL pass.
    if (route.request().method() === "GET") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return keys;
}

/** Number of someone's notifications of this kind about an order. */
async function notificationCount(person: Person, { id }: Pick<Order, "id">, kind: string): Promise<number> {
  const { results } = await person.call<Notices>("GET", "/api/notifications");
  return results.filter((notice) => notice.kind === kind && (notice.link ?? "").includes(id)).length;
}

/** Two calls with the same Idempotency-Key. */
function areOneIntention(keys: readonly (string | undefined)[]): void {
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
}

test("another pickup time whose response was lost is sent again by itself and moves the pickup once", async ({
  make,
  users,
}) => {
  const { alice, order } = await begin(make, users);
  const { page } = alice;
  const wanted = { date: swissDay(3), startTime: "11:00" };
  const keys = await loseResponse(alice, `/api/orders/${order.id}/reschedule`);
  await page.goto(`/tracking/${order.id}`);
  await page.getByRole("button", { name: "Change pickup time" }).click();
  const dialog = page.getByRole("dialog", { name: "Change pickup time" });
  await dialog.getByLabel("Day").selectOption(wanted.date);
  await dialog.getByLabel("Time").selectOption(wanted.startTime);
  await dialog.getByRole("button", { name: "Change pickup time" }).click();
  await expect(toast(page, "Sync Complete")).toBeVisible();
  areOneIntention(keys);
  expect(new Date((await alice.call<Order>("GET", `/api/orders/${order.id}`)).pickupTime)).toEqual(
    swissInstant(wanted.date, wanted.startTime),
  );
  await expect.poll(() => notificationCount(alice, order, "order_rescheduled")).toBe(1);
});

test("a cancellation whose response was lost is pressed again and gives the money back once", async ({
  make,
  users,
}) => {
  const { alice, order } = await begin(make, users);
  const { page } = alice;
  const keys = await loseResponse(alice, `/api/orders/${order.id}/cancellation`);
  await page.goto(`/tracking/${order.id}`);
  await page.getByRole("button", { name: "Cancel order" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(dialog.getByRole("alert").first()).toBeVisible();
  expect((await alice.call<Order>("GET", `/api/orders/${order.id}`)).status).toBe("cancelled");

  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(toast(page, "Order Cancelled")).toBeVisible();
  areOneIntention(keys);
  await expect(page.getByText("CHF 27.50 refunded", { exact: true })).toHaveCount(1);
  await expect.poll(() => notificationCount(alice, order, "order_cancelled")).toBe(1);
});

test("a job's step whose response was lost is sent again by itself and is taken once", async ({ make, users }) => {
  const { alice, bruno, order } = await begin(make, users);
  const { page } = bruno;
  const keys = await loseResponse(bruno, `/api/orders/${order.id}/status`);
  await page.goto(`/provider#${order.id}`);
  const job = page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "Start pickup" }).click();
  await expect(toast(page, "Pickup started")).toBeVisible();
  await page.locator("[data-toasts]").getByRole("button", { name: "Close" }).first().click();
  await expect(toast(page, "Sync Complete")).toBeVisible();
  await expect(job.getByRole("button", { name: "Start washing" }).first()).toBeVisible();
  areOneIntention(keys);
  await expect.poll(() => notificationCount(alice, order, "order_pickup")).toBe(1);
});
