import type { BrowserContext, Page } from "@playwright/test";

import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { isLiveEvents } from "../support/live-events.ts";
import { waitUntilLoaded } from "../support/page.ts";
import { writtenLines } from "../support/queue.ts";
import { rowsOf } from "../support/store.ts";

const LONG_TEST_MS = 300_000;

const nothing = (): Promise<void> => Promise.resolve();

type Breakage = {
  /** Breaks the store of every page to come. */
  before: (context: BrowserContext) => Promise<unknown>;
  /** Breaks that of an open page. */
  within: (page: Page) => Promise<unknown>;
};

const STORES: Readonly<Record<string, Breakage>> = {
  "never answers": {
    before: (context) =>
      context.addInitScript(() => {
        IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
      }),
    within: nothing,
  },
  refuses: {
    before: (context) =>
      context.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        };
      }),
    within: nothing,
  },
  "is deleted while it is open": {
    before: nothing,
    within: (page) =>
      page.evaluate(
        () =>
          new Promise<void>((done, fail) => {
            const request = indexedDB.deleteDatabase("suuber");
            request.onsuccess = () => done();
            request.onerror = () => fail(new Error("It is still there."));
          }),
      ),
  },
};

const session = async (person: Person): Promise<unknown> =>
  (await person.call<{ user: unknown }>("GET", "/api/auth/session")).user;

for (const [how, { before, within }] of Object.entries(STORES)) {
  test(`where the device's store ${how}, twelve pages work, a message is sent once, and signing out, too`, async ({
    make,
    users,
  }) => {
    test.setTimeout(LONG_TEST_MS);
    const {
      users: made,
      providers: { salon },
      orders: { order, unpaid },
    } = await make({
      users: [{ ref: "alice", addresses: [{}], cards: ["visa"] }],
      providers: [{ ref: "salon" }],
      orders: [
        { ref: "order", customer: "alice", provider: "salon", pickup: { days: 2 } },
        { ref: "unpaid", customer: "alice", provider: "salon", status: "pending", pickup: { days: 3 } },
      ],
      recurring: [{ ref: "booking", customer: "alice", provider: "salon", days: 6 }],
    });
    const pages: Record<string, string | RegExp> = {
      "/": salon.businessName,
      "/history": salon.name,
      [`/tracking/${order.id}`]: "Order Confirmed",
      [`/checkout/${unpaid.id}`]: /27\.50/,
      [`/providers/${salon.id}`]: salon.name,
      [`/booking?providerId=${salon.id}`]: salon.name,
      "/recurring": salon.name,
      "/notifications": /^Today|Yesterday/,
      "/profile": made.alice.email,
      "/profile/addresses": /\b8\d{3}\b/,
      "/profile/payment-methods": /4242/,
      "/support": "Mon-Fri 8:00-20:00 CET",
    };
    expect(Object.keys(pages)).toHaveLength(12);
    const alice = await users.signedIn(made.alice);
    const { page, context, pageErrors } = alice;
    await before(context);
    for (const [path, text] of Object.entries(pages)) {
      await page.goto(path);
      await within(page);
      await expect(page.getByRole("main").getByText(text).first()).toBeVisible();
      await waitUntilLoaded(page);
      await expect(page.getByRole("alert")).toHaveCount(0);
    }

    // Nothing else tells the page that the server has it.
    pageErrors.breaksConnections = true;
    await page.route(isLiveEvents, (route) => route.abort());
    await page.goto(`/tracking/${order.id}`);
    await page.getByRole("button", { name: "Message" }).click();
    const dialog = page.getByRole("dialog", { name: /^Messages with/ });
    await expect(dialog.getByText("No messages yet.").first()).toBeVisible();
    await within(page);
    // The server takes it, and its answer is lost.
    const keys: (string | undefined)[] = [];
    await page.route(`**/api/orders/${order.id}/messages`, async (route) => {
      if (route.request().method() === "GET") return route.continue();
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByLabel("Your message").fill("I am at the door.");
    await dialog.getByRole("button", { name: "Send" }).click();
    // Where the device has it, it goes out by itself; else it stays in its field, with the reason.
    const failed = dialog.getByRole("alert").first();
    const isSent = dialog.getByRole("listitem").filter({ hasText: "I am at the door." }).first();
    await expect(failed.or(isSent).first()).toBeVisible();
    if (await failed.isVisible()) {
      await expect(dialog.getByLabel("Your message")).toHaveValue("I am at the door.");
      await dialog.getByRole("button", { name: "Send" }).click();
    }
    await expect.poll(() => keys.length).toBe(2);
    await expect(dialog.getByLabel("Your message")).toHaveValue("");
    expect(new Set(keys).size).toBe(1);
    await expect.poll(() => writtenLines(alice, order)).toEqual(["I am at the door."]);

    await page.goto("/profile");
    await within(page);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
    expect(await session(alice)).toBeNull();
  });
}

test("signing out tells the server first: until it has answered, the device forgets nothing", async ({
  make,
  users,
}) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  const accounts = async (): Promise<string[]> =>
    (await rowsOf<{ key: string; account: string }>(page, "metadata"))
      .filter(({ key }) => key === "session")
      .map(({ account }) => account);
  let answer = (): void => undefined;
  const isHeld = new Promise<void>((held) => {
    void page.route("**/api/auth/logout", async (route) => {
      const answered = new Promise<void>((done) => (answer = done));
      held();
      await answered;
      await route.continue();
    });
  });
  await page.goto("/profile");
  await expect.poll(accounts).toEqual([made.alice.id]);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await isHeld;
  expect(await accounts()).toEqual([made.alice.id]);

  answer();
  await expect(page).toHaveURL("/");
  await expect.poll(accounts).toEqual([""]);
  expect(await session(alice)).toBeNull();
});
