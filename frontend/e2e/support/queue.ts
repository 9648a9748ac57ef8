import type { BrowserContext, Page } from "@playwright/test";

import type { Factory, MadeOrder, MadeUser } from "../fixtures/factory.ts";
import type { FaultProxy } from "../fixtures/fault-proxy.ts";
import type { Network } from "../fixtures/network.ts";
import type { Order } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { disconnect, reconnect } from "./offline.ts";
import { bannersLoaded } from "./page.ts";
import { type Action, rowsOf, withStore } from "./store.ts";
import { returningVisitor } from "./workers.ts";

/** Writes rows into the queue, once the store exists. */
export function putRows(page: Page, rows: readonly unknown[]): Promise<void> {
  const isPut = (): Promise<boolean> =>
    withStore(page, { put: rows }).then(
      () => true,
      () => false,
    );
  return expect.poll(isPut).toEqual(true);
}

/** Makes all actions due; the app checks when its page becomes visible. */
export async function makeDue(page: Page): Promise<void> {
  await withStore<Action>(page, { change: { dueAt: 0 } });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** Expects that no actions are left, neither to send nor to decide. */
export const expectEmptyQueue = (page: Page, withinMs?: number): Promise<void> =>
  // Tried again, too, where the page is on its way to another just then.
  expect(async () => {
    expect(await rowsOf(page)).toEqual([]);
  }).toPass(withinMs === undefined ? {} : { timeout: withinMs });

/** Waits for the last of many steps. Each has to come in time, not all of them: how many fit depends on the machine. */
export async function expectSteps(done: () => Promise<number>, all: number): Promise<void> {
  for (let seen = -1; seen < all;) {
    const before = seen;
    await expect.poll(async () => (seen = await done())).toBeGreaterThan(before);
  }
}

let count = 0;

/** An action on an order, as the app stores it. */
export function row(account: string, entityId: string, act: Partial<Action>): Action {
  count += 1;
  const at = Date.now();
  const given = {
    id: crypto.randomUUID(),
    type: "generic" as const,
    url: "",
    method: "POST",
    data: {},
    baseVersion: null,
    error: null,
  };
  return {
    ...given,
    timestamp: at,
    retryCount: 0,
    failures: [],
    account,
    entityId,
    position: 1000 + count,
    dueAt: at,
    ...act,
  };
}

/** A queued message. */
export function messageRow(
  account: string,
  { id }: Pick<Order, "id">,
  body: string,
  more: Partial<Action> = {},
): Action {
  return row(account, id, { url: `/api/orders/${id}/messages`, data: { body }, ...more });
}

/** A queued note, based on this version of the order. */
export function noteRow(account: string, { id }: Pick<Order, "id">, note: string, baseVersion: string): Action {
  return row(account, id, {
    type: "update_order",
    method: "PATCH",
    url: `/api/orders/${id}`,
    data: { orderId: id, updates: { specialInstructions: note } },
    baseVersion,
  });
}

export type Fixtures = { make: Factory["make"]; users: Users; network: Network };
/** Alice with a service worker, a fault proxy to the server, and a paid order. */
export type AliceWithOrder = {
  alice: Person;
  page: Page;
  proxy: FaultProxy;
  user: MadeUser;
  /** Her account's id. */ account: string;
  order: MadeOrder;
};

export async function aliceWithOrder({ make, users, network }: Fixtures): Promise<AliceWithOrder> {
  const made = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon", pickup: { days: 2 } }],
  });
  const user = made.users.alice;
  const [alice, proxy] = await returningVisitor(users, network, user);
  return { alice, page: alice.page, proxy, user, account: user.id, order: made.orders.order };
}

/** The same, with the order's page open. */
export async function aliceAtOrder(fixtures: Fixtures): Promise<AliceWithOrder> {
  const setup = await aliceWithOrder(fixtures);
  await setup.page.goto(`/tracking/${setup.order.id}`);
  await expect(setup.page.getByRole("button", { name: "Message" })).toBeVisible();
  return setup;
}

/** The messages that this person wrote, oldest first. */
export async function writtenLines(person: Person, { id }: Pick<Order, "id">): Promise<string[]> {
  const lines = await person.call<{ body: string; mine: boolean }[]>("GET", `/api/orders/${id}/messages`);
  return lines.filter(({ mine }) => mine).map(({ body }) => body);
}

/** Takes the browser offline, and waits until the page says so. */
export async function goOffline(person: Person): Promise<void> {
  await bannersLoaded(person.page);
  await disconnect(person);
  await expect(person.page.getByText("You are offline.").first()).toBeVisible();
}

/** Offline for a moment: afterwards everything due is sent. */
export async function reconnectBriefly(person: Person): Promise<void> {
  await goOffline(person);
  await reconnect(person);
}

/** Dispatches a Background Sync event to the service worker. */
export async function dispatchSync(context: BrowserContext, page: Page): Promise<void> {
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await tools.send("ServiceWorker.enable");
  await tools.send("ServiceWorker.dispatchSyncEvent", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    tag: "offline-actions",
    lastChance: false,
  });
  await tools.detach();
}

/** Records toasts, and for each sent action its failed attempts. */
export function recordToasts(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const record = { toasts: [] as string[], sent: {} as Record<string, number> };
    Object.assign(window, { recorded: record });
    window.addEventListener("sync-success", (event) => {
      const { id, retryCount } = (event as CustomEvent<{ id: string; retryCount: number }>).detail;
      record.sent[id] = retryCount;
    });
    new MutationObserver(() => {
      const said = document.querySelector("[data-toasts]")?.textContent ?? "";
      if (said !== record.toasts.at(-1)) record.toasts.push(said);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** How often a toast with this text was shown since `recordToasts`. */
export async function toastCount(page: Page, words: string): Promise<number> {
  const { toasts } = await recorded(page);
  return toasts.filter((toast) => toast.includes(words)).length;
}

/** What was recorded since `recordToasts`; `sent` by action id. */
export const recorded = (page: Page): Promise<{ toasts: string[]; sent: Record<string, number> }> =>
  page.evaluate(() => (window as unknown as { recorded: { toasts: string[]; sent: Record<string, number> } }).recorded);
