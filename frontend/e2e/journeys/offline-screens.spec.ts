import type { Locator, Page } from "@playwright/test";

import { Network } from "../fixtures/network.ts";
import { freeHours, nameOf, type Order, payOrder, placeOrder, type Provider, providersNear, providerWithHours, setStatus } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { disconnect, expectAge, reconnect } from "../support/offline.ts";
import { toast, waitUntilLoaded } from "../support/page.ts";
import { navigate } from "../support/sign-out.ts";
import { countRows, expectStored, NONE, stored } from "../support/store.ts";
import { returningVisitor } from "../support/workers.ts";

type Detailed = Order & { specialInstructions: string; rating: number | null; timeline: { status: string; at: string | null }[] };
type Message = { body: string };

const CONFIRMED = "Order Confirmed";
const WEEK_AND_A_SECOND_MS = 7 * 24 * 60 * 60_000 + 1000;

const main = (page: Page): Locator => page.getByRole("main");
const button = (within: Page | Locator, name: string | RegExp): Locator => within.getByRole("button", { name });
/** How an order is called on every page. */
const numberOf = ({ id }: Order): RegExp => new RegExp(id.slice(-8));
const orderOf = (person: Person, { id }: Order): Promise<Detailed> => person.call("GET", `/api/orders/${id}`);

/** Somebody who has been here before, signed in. */
async function returningUser(users: Users, network: Network, email: string): Promise<[Person, string]> {
  const [person] = await returningVisitor(users, network);
  const { id } = await person.signIn(email);
  return [person, id];
}

/** An order that is paid, with somebody nearby. */
const paid = async (person: Person, provider: Pick<Provider, "id">): Promise<Order> => payOrder(person, await placeOrder(person, provider));

/** Looks at pages of the app one after the other, each until it shows what it is about. */
async function lookAt(page: Page, pages: Record<string, string | RegExp>): Promise<void> {
  for (const [path, text] of Object.entries(pages)) {
    await navigate(page, path);
    await expect(main(page).getByText(text).first()).toBeVisible();
    await waitUntilLoaded(page);
  }
}

test("what a customer has seen stays to be read without a connection, with its age", async ({ users, network }) => {
  const [alice] = await returningUser(users, network, DEMO.customer);
  const { page } = alice;
  const provider = await providerWithHours(alice, 6);
  const order = await paid(alice, provider);
  const name = nameOf(provider);
  const pages: Record<string, string | RegExp> = {
    // Who is on the first cards depends on the hours that others have booked.
    "/": /^\p{Lu}\p{L}+ \p{Lu}\.$/u,
    "/history": name,
    [`/tracking/${order.id}`]: CONFIRMED,
    [`/providers/${provider.id}`]: name,
    "/notifications": /^Today|Yesterday/,
    "/profile/addresses": /\b8\d{3}\b/,
  };
  await page.goto("/");
  await lookAt(page, pages);
  await expectStored(page, "orders", "order_tracking", "providers", "/api/notifications", "/api/addresses", "/api/config", "session");

  await disconnect(alice);
  await navigate(page, "/");
  await expect(page.getByRole("status").filter({ hasText: "You are offline." }).first()).toBeVisible();
  for (const [path, text] of Object.entries(pages)) {
    await page.goto(path);
    await expect(main(page).getByText(text).first()).toBeVisible();
    await expectAge(page);
  }
  // What was never seen says so, and is no error of the page.
  const other = (await providersNear(await users.visitor())).find(({ id }) => id !== provider.id);
  await reconnect(alice);
  await page.goto("/services");
  await disconnect(alice);
  await navigate(page, `/providers/${other?.id ?? ""}`);
  await expect(main(page).getByText("No connection to Suuber. Check your internet connection and try again.").first()).toBeVisible();
  await reconnect(alice);
  await expect(main(page).getByText(other === undefined ? "" : nameOf(other)).first()).toBeVisible();
  await expect(page.getByText("You are offline.").first()).toBeHidden();
});

test("a rating, another hour, a note and a message wait for the connection, and take effect with it", async ({ users, network }) => {
  const dora = await users.visitor();
  await dora.signIn(DEMO.operator);
  const [alice] = await returningUser(users, network, DEMO.customer);
  const { page } = alice;
  const provider = await providerWithHours(alice, 7);
  const done = await paid(alice, provider);
  await setStatus(dora, done, "pickup", "washing", "delivery", "completed");
  const coming = await paid(alice, provider);
  const hour = (await freeHours(alice, provider.id, 3, 6))[0];
  if (hour === undefined) throw new Error("No hour is free.");

  await page.goto(`/tracking/${done.id}`);
  await lookAt(page, { [`/tracking/${coming.id}`]: numberOf(coming) });
  await button(page, "Change pickup time").click();
  await expect(page.getByRole("dialog").getByLabel("Day").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await button(page, "Message").click();
  await expect(page.getByRole("dialog").getByText("No messages yet.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expectStored(page, `/api/orders/${coming.id}/messages`, "order_tracking");
  await disconnect(alice);

  await navigate(page, `/tracking/${done.id}`);
  await expect(main(page).getByText("Offline Mode").first()).toBeVisible();
  await page.getByRole("radio", { name: /Excellent/ }).check();
  await button(page, "Queue Rating").click();
  await expect(toast(page, "Rating Queued")).toContainText("Your rating will be submitted when you're back online.", { useInnerText: true });

  await navigate(page, `/tracking/${coming.id}`);
  await button(page, "Change pickup time").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Day").selectOption(hour.date);
  await dialog.getByLabel("Time").selectOption(hour.startTime);
  await button(dialog, "Change pickup time").click();
  await expect(toast(page, "Reschedule Queued")).toContainText("Your reschedule will be submitted when you're back online.", { useInnerText: true });
  await button(page, "Change address or note").click();
  await page.getByRole("textbox", { name: "Note" }).fill("Ring twice.");
  await button(page, "Save").click();
  await expect(toast(page, "Update Queued")).toContainText("Your update will be submitted when you're back online.", { useInnerText: true });
  await button(page, "Message").click();
  await dialog.getByLabel("Your message").fill("I am late.");
  await button(dialog, "Send").click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "I am late." }).getByText("Not sent yet").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("status").filter({ hasText: "4 changes are sent later." }).first()).toBeVisible();
  await expect(main(page).getByText("Ring twice.").first()).toBeVisible();

  // Of this order's conversation nothing was ever seen.
  await navigate(page, `/tracking/${done.id}`);
  await button(page, "Message").click();
  await expect(dialog.getByText("What was written before needs a connection.").first()).toBeVisible();
  await dialog.getByLabel("Your message").fill("Thank you!");
  await button(dialog, "Send").click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Thank you!" }).getByText("Not sent yet").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await navigate(page, `/tracking/${coming.id}`);

  await reconnect(alice);
  await expect.poll(async () => (await countRows(page, () => true))["offline_actions"]).toBe(0);
  expect((await orderOf(alice, done)).rating).toBe(5);
  const after = await orderOf(alice, coming);
  expect(after.specialInstructions).toBe("Ring twice.");
  expect(after.pickupTime).not.toBe(coming.pickupTime);
  for (const [id, line] of [[coming.id, "I am late."], [done.id, "Thank you!"]]) {
    expect((await alice.call<Message[]>("GET", `/api/orders/${id}/messages`)).map(({ body }) => body)).toEqual([line]);
  }
  await expect(main(page).getByText("Ring twice.").first()).toBeVisible();
  await expect(page.getByText(/sent later/).first()).toBeHidden();
});

test("a provider's step without a connection is sent with the time at which it was taken", async ({ users, network }) => {
  const mira = await users.visitor();
  await mira.signIn("mira.schmid@example.com");
  const [bruno] = await returningUser(users, network, DEMO.provider);
  const { page } = bruno;
  const own = (await bruno.call<{ user: { providerId: string } }>("GET", "/api/auth/session")).user.providerId;
  const order = await paid(mira, { id: own });
  await page.goto("/provider");
  const job = main(page).locator("li, article").filter({ hasText: order.id.slice(-8) });
  await expect(job.first()).toBeVisible();
  await expectStored(page, "/api/provider/orders");
  await disconnect(bruno);
  await navigate(page, "/history");
  await navigate(page, "/provider");
  await expectAge(page);

  await button(job.last(), "Start pickup").click();
  const taken = Date.now();
  await expect.poll(async () => (await countRows(page, () => true))["offline_actions"]).toBe(1);
  // Whoever closes the app now, while it can still be taken back, has taken it all the same.
  expect(Date.now() - taken).toBeLessThan(8000);
  await expect(page.getByRole("status").filter({ hasText: "One change is sent later." }).first()).toBeVisible();
  await reconnect(bruno);
  await expect.poll(async () => (await orderOf(mira, order)).status).toBe("pickup");
  const at = (await orderOf(mira, order)).timeline.find(({ status }) => status === "pickup")?.at ?? "";
  expect(Math.abs(Date.parse(at) - taken)).toBeLessThan(2000);
  expect(Date.now() - taken).toBeGreaterThan(8000);
});

test("signing out without a connection leaves nothing on the device, on no tab and behind no Back", async ({ users, network }) => {
  const [alice, account] = await returningUser(users, network, DEMO.customer);
  const { page, context } = alice;
  const order = await paid(alice, await providerWithHours(alice, 8));
  await page.goto("/");
  await lookAt(page, { "/history": numberOf(order), [`/tracking/${order.id}`]: CONFIRMED, "/profile/addresses": /\b8\d{3}\b/ });
  await expectStored(page, "orders", "order_tracking", "/api/addresses");
  const beside = await context.newPage();
  await beside.goto("/profile/addresses");
  await expect(main(beside).getByText(/\b8\d{3}\b/).first()).toBeVisible();

  await disconnect(alice);
  await navigate(page, "/profile");
  await button(page, "Sign Out").click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
  await expect(beside.getByText(/You are signed out|Sign in/).first()).toBeVisible();
  await expect(main(beside)).not.toHaveText(/\b8\d{3}\b/, { useInnerText: true });
  await expect.poll(() => countRows(page, (row) => row.account === account)).toEqual(NONE);

  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await waitUntilLoaded(page);
  await expect(main(page)).not.toHaveText(/Sign Out|customer@example\.com|Mira/, { useInnerText: true });
  await page.goto("/profile/addresses");
  await expect(main(page).getByRole("link", { name: "Sign in" }).first()).toBeVisible();

  await reconnect(alice);
  await page.goto("/profile/addresses");
  await expect(main(page).getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await expect.poll(async () => (await alice.call<{ user: unknown }>("GET", "/api/auth/session")).user).toBe(null);
  await expect.poll(() => countRows(page, (row) => row.account === account)).toEqual(NONE);
});

test("seven days and a second later nothing of then is in any of the six stores", async ({ users, clock, network }) => {
  const [alice, account] = await returningUser(users, network, DEMO.customer);
  const { page } = alice;
  const provider = await providerWithHours(alice, 9);
  const order = await paid(alice, provider);
  await page.goto("/");
  await lookAt(page, { "/history": numberOf(order), [`/tracking/${order.id}`]: CONFIRMED, [`/providers/${provider.id}`]: nameOf(provider) });
  await expectStored(page, "orders", "order_tracking", "providers", "reviews", "metadata");
  await page.evaluate(
    async ([owner, orderId]) => {
      const db = await new Promise<IDBDatabase>((done) => {
        const opening = indexedDB.open("suuber");
        opening.onsuccess = () => done(opening.result);
      });
      const refusal = { kind: "failed", status: 0, text: null, current: null };
      const act = { id: crypto.randomUUID(), type: "rate", url: `/api/orders/${orderId ?? ""}/rating`, method: "POST", data: { orderId, rating: 5, comment: "" } };
      const row = { ...act, timestamp: Date.now(), retryCount: 5, account: owner, lane: orderId, place: 1, baseVersion: null, dueAt: 0, refusal };
      await new Promise((done) => (db.transaction("offline_actions", "readwrite").objectStore("offline_actions").put(row).onsuccess = done));
      db.close();
    },
    [account, order.id],
  );
  expect(Object.values(await countRows(page, () => true)).every((rows) => rows > 0)).toBe(true);

  const then = new Date(Date.now() + WEEK_AND_A_SECOND_MS);
  await clock.set(then, alice);
  await page.goto("/terms");
  await expect.poll(() => countRows(page, ({ timestamp }) => timestamp < then.getTime() - 60_000)).toEqual(NONE);
  await expect(page.getByText(/could not be sent for seven days/).first()).toBeVisible();
  const left = await stored(page);
  expect([left["orders"], left["order_tracking"], left["offline_actions"]]).toEqual([[], [], []]);
});

test("booking and paying say that they need a connection, and come back with it", async ({ users, network }) => {
  const [alice] = await returningUser(users, network, DEMO.customer);
  const { page } = alice;
  const provider = await providerWithHours(alice, 10);
  const order = await placeOrder(alice, provider);
  await page.goto(`/booking?providerId=${provider.id}`);
  await expect(button(page, "Confirm Booking").first()).toBeVisible();
  await disconnect(alice);
  await expect(main(page).getByText("Booking needs a connection.").first()).toBeVisible();
  await expect(button(page, "Confirm Booking")).toHaveCount(0);
  await reconnect(alice);
  await expect(button(page, "Confirm Booking").first()).toBeVisible();

  await lookAt(page, { [`/tracking/${order.id}`]: numberOf(order) });
  await expectStored(page, "order_tracking");
  await disconnect(alice);
  await navigate(page, `/checkout/${order.id}`);
  await expect(main(page).getByText("This needs a connection. Nothing is charged without one.").first()).toBeVisible();
  await reconnect(alice);
  await expect(button(page, /^Pay /).first()).toBeVisible();
  await expect(main(page).getByText("This needs a connection.")).toHaveCount(0);
  await alice.call("POST", `/api/orders/${order.id}/cancellation`);
});

test("a visitor on a device that was never heard opens what is public", async ({ users, network }) => {
  const [visitor] = await returningVisitor(users, network);
  const { page } = visitor;
  await page.evaluate(() => indexedDB.deleteDatabase("suuber"));
  await disconnect(visitor);
  await page.goto("/booking");
  await expect(main(page).getByText("No provider selected").first()).toBeVisible();
  await page.goto("/services");
  await expect(page.getByRole("heading", { level: 1, name: "Our Services" })).toBeVisible();
  await page.goto("/history");
  await expect(button(main(page), "Try again").first()).toBeVisible();
});

test("the offline demo shows how the device stands, and sends only with a connection", async ({ users, network }) => {
  const [lea] = await returningUser(users, network, "lea.burckhardt@example.com");
  const { page } = lea;
  const order = await paid(lea, await providerWithHours(lea, 11));
  await page.goto("/offline-test");
  await expect(page.getByText("You are connected.").first()).toBeVisible();
  const figure = (name: string): Promise<string> => main(page).locator("dl div").filter({ hasText: name }).locator("dd").first().innerText();
  await expectStored(page, "orders");
  const orders = (await stored(page))["orders"]?.length ?? 0;
  await expect.poll(() => figure("Cached orders")).toEqual(String(orders));
  await expect.poll(() => figure("Queued actions")).toBe("0");
  await expect(button(page, "Force Sync Now")).toHaveCount(0);

  await disconnect(lea);
  await expect(page.getByText("You are not connected.").first()).toBeVisible();
  await page.getByRole("combobox", { name: "Order" }).selectOption(order.id);
  await button(page, "Queue an update").click();
  await expect(toast(page, "Update Queued")).toContainText("Your update will be submitted when you're back online.", { useInnerText: true });
  await expect.poll(() => figure("Queued actions")).toBe("1");
  await expect(button(page, "Force Sync Now")).toHaveCount(0);
  await page.getByRole("tab", { name: "Action Queue" }).click();
  for (const [name, value] of Object.entries({ Total: "1", "Total retries": "0", "Order updates": "1" })) {
    await expect(main(page).getByRole("tabpanel").locator("dl div").filter({ hasText: new RegExp(`^${name}`) }).locator("dd").first(), name).toHaveText(value, { useInnerText: true });
  }
  await expect(main(page).getByRole("tabpanel").getByText(/Today, \d\d:\d\d/).first()).toBeVisible();
  await page.getByRole("tab", { name: "Features" }).click();
  await expect(page.getByText("1, 5, 15, 30, 60 seconds").first()).toBeVisible();
  await page.getByRole("tab", { name: "Data Cache" }).click();
  await button(page, "Clear the cache").click();
  await expect.poll(() => figure("Cached orders")).toBe("0");
  await expect.poll(() => figure("Queued actions")).toBe("1");

  await reconnect(lea);
  await expect.poll(async () => (await orderOf(lea, order)).specialInstructions).toBe("Please ring twice.");
  await expect.poll(() => figure("Queued actions")).toBe("0");
});
