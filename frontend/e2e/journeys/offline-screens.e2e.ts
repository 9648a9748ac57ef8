import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { clockIsRight, itIs } from "../support/clock";
import { goes } from "../support/leaving";
import { comesBack, losesConnection, seesAge } from "../support/offline";
import { freeHours, moves, nameOf, pays, placesOrder, providersNear, providerWithHours, type Order, type Provider } from "../support/orders";
import { DEMO, type Person } from "../support/person";
import { arrivesAt, becomes, hasArrived, sees, seesNoMore, toast } from "../support/seeing";
import { test, type Stage } from "../support/stage";
import { count, keeps, NONE, stored } from "../support/store";
import { installs } from "../support/workers";

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
async function lives(stage: Stage, email: string, act: (person: Person, account: string) => Promise<void>): Promise<void> {
  const person = await stage.enters({ serviceWorkers: "allow" });
  await installs(person);
  const { id } = await person.signsIn(email);
  await act(person, id);
}

/** An order that is paid, with somebody nearby. */
const paid = async (person: Person, provider: Pick<Provider, "id">): Promise<Order> => pays(person, await placesOrder(person, provider));

/** Looks at pages of the app one after the other, each until it shows what it is about. */
async function looksAt(page: Page, pages: Record<string, string | RegExp>): Promise<void> {
  for (const [path, text] of Object.entries(pages)) {
    await goes(page, path);
    await sees(main(page).getByText(text));
    await hasArrived(page);
  }
}

test("what a customer has seen stays to be read without a connection, with its age", async ({ stage }) => {
  await lives(stage, DEMO.customer, async (alice) => {
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
    await looksAt(page, pages);
    await keeps(page, "orders", "order_tracking", "providers", "/api/notifications", "/api/addresses", "/api/config", "session");

    await losesConnection(alice);
    await goes(page, "/");
    await sees(page.getByRole("status").filter({ hasText: "You are offline." }));
    for (const [path, text] of Object.entries(pages)) {
      await page.goto(path);
      await sees(main(page).getByText(text));
      await seesAge(page);
    }
    // What was never seen says so, and is no error of the page.
    const other = (await providersNear(await stage.enters())).find(({ id }) => id !== provider.id);
    await comesBack(alice);
    await page.goto("/services");
    await losesConnection(alice);
    await goes(page, `/providers/${other?.id ?? ""}`);
    await sees(main(page).getByText("No connection to Suuber. Check your internet connection and try again."));
    await comesBack(alice);
    await sees(main(page).getByText(other === undefined ? "" : nameOf(other)));
    await seesNoMore(page.getByText("You are offline."));
  });
});

test("a rating, another hour, a note and a message wait for the connection, and take effect with it", async ({ stage }) => {
  const dora = await stage.enters();
  await dora.signsIn(DEMO.operator);
  await lives(stage, DEMO.customer, async (alice) => {
    const { page } = alice;
    const provider = await providerWithHours(alice, 7);
    const done = await paid(alice, provider);
    await moves(dora, done, "pickup", "washing", "delivery", "completed");
    const coming = await paid(alice, provider);
    const hour = (await freeHours(alice, provider.id, 3, 6))[0];
    if (hour === undefined) throw new Error("No hour is free.");

    await page.goto(`/tracking/${done.id}`);
    await looksAt(page, { [`/tracking/${coming.id}`]: numberOf(coming) });
    await button(page, "Change pickup time").click();
    await sees(page.getByRole("dialog").getByLabel("Day"));
    await page.keyboard.press("Escape");
    await button(page, "Message").click();
    await sees(page.getByRole("dialog").getByText("No messages yet."));
    await page.keyboard.press("Escape");
    await keeps(page, `/api/orders/${coming.id}/messages`, "order_tracking");
    await losesConnection(alice);

    await goes(page, `/tracking/${done.id}`);
    await sees(main(page).getByText("Offline Mode"));
    await page.getByRole("radio", { name: /Excellent/ }).check();
    await button(page, "Queue Rating").click();
    expect(await toast(page, "Rating Queued")).toContain("Your rating will be submitted when you're back online.");

    await goes(page, `/tracking/${coming.id}`);
    await button(page, "Change pickup time").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Day").selectOption(hour.date);
    await dialog.getByLabel("Time").selectOption(hour.startTime);
    await button(dialog, "Change pickup time").click();
    expect(await toast(page, "Reschedule Queued")).toContain("Your reschedule will be submitted when you're back online.");
    await button(page, "Change address or note").click();
    await page.getByRole("textbox", { name: "Note" }).fill("Ring twice.");
    await button(page, "Save").click();
    expect(await toast(page, "Update Queued")).toContain("Your update will be submitted when you're back online.");
    await button(page, "Message").click();
    await dialog.getByLabel("Your message").fill("I am late.");
    await button(dialog, "Send").click();
    await sees(dialog.getByRole("listitem").filter({ hasText: "I am late." }).getByText("Not sent yet"));
    await page.keyboard.press("Escape");
    await sees(page.getByRole("status").filter({ hasText: "4 changes are sent later." }));
    await sees(main(page).getByText("Ring twice."));

    // Of this order's conversation nothing was ever seen.
    await goes(page, `/tracking/${done.id}`);
    await button(page, "Message").click();
    await sees(dialog.getByText("What was written before needs a connection."));
    await dialog.getByLabel("Your message").fill("Thank you!");
    await button(dialog, "Send").click();
    await sees(dialog.getByRole("listitem").filter({ hasText: "Thank you!" }).getByText("Not sent yet"));
    await page.keyboard.press("Escape");
    await goes(page, `/tracking/${coming.id}`);

    await comesBack(alice);
    await becomes(async () => (await count(page, () => true))["offline_actions"], 0);
    expect((await orderOf(alice, done)).rating).toBe(5);
    const after = await orderOf(alice, coming);
    expect(after.specialInstructions).toBe("Ring twice.");
    expect(after.pickupTime).not.toBe(coming.pickupTime);
    for (const [id, line] of [[coming.id, "I am late."], [done.id, "Thank you!"]]) {
      expect((await alice.call<Message[]>("GET", `/api/orders/${id}/messages`)).map(({ body }) => body)).toEqual([line]);
    }
    await sees(main(page).getByText("Ring twice."));
    await seesNoMore(page.getByText(/sent later/));
  });
});

test("a provider's step without a connection is sent with the time at which it was taken", async ({ stage }) => {
  const mira = await stage.enters();
  await mira.signsIn("mira.schmid@example.com");
  await lives(stage, DEMO.provider, async (bruno) => {
    const { page } = bruno;
    const own = (await bruno.call<{ user: { providerId: string } }>("GET", "/api/auth/session")).user.providerId;
    const order = await paid(mira, { id: own });
    await page.goto("/provider");
    const job = main(page).locator("li, article").filter({ hasText: order.id.slice(-8) });
    await sees(job);
    await keeps(page, "/api/provider/orders");
    await losesConnection(bruno);
    await goes(page, "/history");
    await goes(page, "/provider");
    // What was read a moment ago is not asked for anew, and so has no age yet.
    await sees(page.getByRole("status").filter({ hasText: "You are offline." }));

    await button(job.last(), "Start pickup").click();
    const taken = Date.now();
    await becomes(async () => (await count(page, () => true))["offline_actions"], 1);
    // Whoever closes the app now, while it can still be taken back, has taken it all the same.
    expect(Date.now() - taken).toBeLessThan(8000);
    await sees(page.getByRole("status").filter({ hasText: "One change is sent later." }));
    await comesBack(bruno);
    await becomes(async () => (await orderOf(mira, order)).status, "pickup");
    const at = (await orderOf(mira, order)).timeline.find(({ status }) => status === "pickup")?.at ?? "";
    expect(Math.abs(Date.parse(at) - taken)).toBeLessThan(2000);
    expect(Date.now() - taken).toBeGreaterThan(8000);
  });
});

test("signing out without a connection leaves nothing on the device, on no tab and behind no Back", async ({ stage }) => {
  await lives(stage, DEMO.customer, async (alice, account) => {
    const { page, context } = alice;
    const order = await paid(alice, await providerWithHours(alice, 8));
    await page.goto("/");
    await looksAt(page, { "/history": numberOf(order), [`/tracking/${order.id}`]: CONFIRMED, "/profile/addresses": /\b8\d{3}\b/ });
    await keeps(page, "orders", "order_tracking", "/api/addresses");
    const beside = await context.newPage();
    await beside.goto("/profile/addresses");
    await sees(main(beside).getByText(/\b8\d{3}\b/));

    await losesConnection(alice);
    await goes(page, "/profile");
    await button(page, "Sign Out").click();
    await arrivesAt(page, "/");
    await sees(page.getByRole("heading", { name: "Available in Your Area" }));
    await sees(beside.getByText(/You are signed out|Sign in/));
    expect(await main(beside).innerText()).not.toMatch(/\b8\d{3}\b/);
    await becomes(() => count(page, (row) => row.account === account), NONE);

    await page.goBack();
    await sees(page.getByRole("heading", { level: 1 }));
    await hasArrived(page);
    expect(await main(page).innerText()).not.toMatch(/Sign Out|customer@example\.com|Mira/);
    await page.goto("/profile/addresses");
    await sees(main(page).getByRole("link", { name: "Sign in" }));

    await comesBack(alice);
    await page.goto("/profile/addresses");
    await sees(main(page).getByRole("link", { name: "Sign in" }));
    await becomes(async () => (await alice.call<{ user: unknown }>("GET", "/api/auth/session")).user, null);
    expect(await count(page, (row) => row.account === account)).toEqual(NONE);
  });
});

test("seven days and a second later nothing of then is in any of the six stores", async ({ stage }) => {
  await lives(stage, DEMO.customer, async (alice, account) => {
    const { page } = alice;
    const provider = await providerWithHours(alice, 9);
    const order = await paid(alice, provider);
    await page.goto("/");
    await looksAt(page, { "/history": numberOf(order), [`/tracking/${order.id}`]: CONFIRMED, [`/providers/${provider.id}`]: nameOf(provider) });
    await keeps(page, "orders", "order_tracking", "providers", "reviews", "metadata");
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
    expect(Object.values(await count(page, () => true)).every((rows) => rows > 0)).toBe(true);

    const then = new Date(Date.now() + WEEK_AND_A_SECOND_MS);
    try {
      await itIs(then, alice);
      await page.goto("/terms");
      await becomes(() => count(page, ({ timestamp }) => timestamp < then.getTime() - 60_000), NONE);
      await sees(page.getByText(/could not be sent for seven days/));
      const left = await stored(page);
      expect([left["orders"], left["order_tracking"], left["offline_actions"]]).toEqual([[], [], []]);
    } finally {
      clockIsRight();
    }
  });
});

test("booking and paying say that they need a connection, and come back with it", async ({ stage }) => {
  await lives(stage, DEMO.customer, async (alice) => {
    const { page } = alice;
    const provider = await providerWithHours(alice, 10);
    const order = await placesOrder(alice, provider);
    await page.goto(`/booking?providerId=${provider.id}`);
    await sees(button(page, "Confirm Booking"));
    await losesConnection(alice);
    await sees(main(page).getByText("Booking needs a connection."));
    await becomes(() => button(page, "Confirm Booking").count(), 0);
    await comesBack(alice);
    await sees(button(page, "Confirm Booking"));

    await looksAt(page, { [`/tracking/${order.id}`]: numberOf(order) });
    await keeps(page, "order_tracking");
    await losesConnection(alice);
    await goes(page, `/checkout/${order.id}`);
    await sees(main(page).getByText("This needs a connection. Nothing is charged without one."));
    await comesBack(alice);
    await sees(button(page, /^Pay /));
    await becomes(() => main(page).getByText("This needs a connection.").count(), 0);
    await alice.call("POST", `/api/orders/${order.id}/cancellation`);
  });
});

test("a visitor on a device that was never heard opens what is public", async ({ stage }) => {
  const visitor = await stage.enters({ serviceWorkers: "allow" });
  await installs(visitor);
  const { page } = visitor;
  await page.evaluate(() => indexedDB.deleteDatabase("suuber"));
  await losesConnection(visitor);
  await page.goto("/booking");
  await sees(main(page).getByText("No provider selected"));
  await page.goto("/services");
  await sees(page.getByRole("heading", { level: 1, name: "Our Services" }));
  await page.goto("/history");
  await sees(button(main(page), "Try again"));
});

test("the offline demo shows how the device stands, and sends only with a connection", async ({ stage }) => {
  await lives(stage, "lea.burckhardt@example.com", async (lea) => {
    const { page } = lea;
    const order = await paid(lea, await providerWithHours(lea, 11));
    await page.goto("/offline-test");
    await sees(page.getByText("You are connected."));
    const figure = (name: string): Promise<string> => main(page).locator("dl div").filter({ hasText: name }).locator("dd").first().innerText();
    await keeps(page, "orders");
    const orders = (await stored(page))["orders"]?.length ?? 0;
    await becomes(() => figure("Cached orders"), String(orders));
    await becomes(() => figure("Queued actions"), "0");
    expect(await button(page, "Force Sync Now").count()).toBe(0);

    await losesConnection(lea);
    await sees(page.getByText("You are not connected."));
    await page.getByRole("combobox", { name: "Order" }).selectOption(order.id);
    await button(page, "Queue an update").click();
    expect(await toast(page, "Update Queued")).toContain("Your update will be submitted when you're back online.");
    await becomes(() => figure("Queued actions"), "1");
    expect(await button(page, "Force Sync Now").count()).toBe(0);
    await page.getByRole("tab", { name: "Action Queue" }).click();
    for (const [name, value] of Object.entries({ Total: "1", "Total retries": "0", "Order updates": "1" })) {
      expect(await main(page).getByRole("tabpanel").locator("dl div").filter({ hasText: new RegExp(`^${name}`) }).locator("dd").first().innerText(), name).toBe(value);
    }
    await sees(main(page).getByRole("tabpanel").getByText(/Today, \d\d:\d\d/));
    await page.getByRole("tab", { name: "Features" }).click();
    await sees(page.getByText("1, 5, 15, 30, 60 seconds"));
    await page.getByRole("tab", { name: "Data Cache" }).click();
    await button(page, "Clear the cache").click();
    await becomes(() => figure("Cached orders"), "0");
    await becomes(() => figure("Queued actions"), "1");

    await comesBack(lea);
    await becomes(async () => (await orderOf(lea, order)).specialInstructions, "Please ring twice.");
    await becomes(() => figure("Queued actions"), "0");
  });
});
