import type { BrowserContext, Page } from "@playwright/test";

import type { Factory, MadeOrder, MadeUser } from "../fixtures/factory.ts";
import type { FaultProxy } from "../fixtures/fault-proxy.ts";
import type { Network } from "../fixtures/network.ts";
import type { Order } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { disconnect, reconnect } from "./offline.ts";
import { type Action, rowsOf, withStore } from "./store.ts";
import { returningVisitor } from "./workers.ts";

/** Puts rows into the queue, once there is one. */
export function putRows(page: Page, rows: readonly unknown[]): Promise<void> {
  const isPut = (): Promise<boolean> =>
    withStore(page, { put: rows }).then(
      () => true,
      () => false,
    );
  return expect.poll(isPut).toEqual(true);
}

/** Lets every delay of the queue pass; the app looks when its page does. */
export async function makeDue(page: Page): Promise<void> {
  await withStore<Action>(page, { change: { dueAt: 0 } });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** What is still to be sent, or to be decided on, is nothing. */
export const expectEmptyQueue = (page: Page, withinMs?: number): Promise<void> =>
  expect.poll(async () => (await rowsOf(page)).length, withinMs === undefined ? {} : { timeout: withinMs }).toBe(0);

let count = 0;

/** An act as the app would store it, for an order. */
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

/** A line of a conversation. */
export function messageRow(
  account: string,
  { id }: Pick<Order, "id">,
  body: string,
  more: Partial<Action> = {},
): Action {
  return row(account, id, { url: `/api/orders/${id}/messages`, data: { body }, ...more });
}

/** Another note for an order that was seen in this version. */
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
/** Alice with a service worker behind her pages, the proxy on her way to the server, and her paid order. */
export type AliceWithOrder = {
  alice: Person;
  page: Page;
  proxy: FaultProxy;
  user: MadeUser;
  /** The id of her account. */ account: string;
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

/** The same, with the order on her screen. */
export async function aliceAtOrder(fixtures: Fixtures): Promise<AliceWithOrder> {
  const setup = await aliceWithOrder(fixtures);
  await setup.page.goto(`/tracking/${setup.order.id}`);
  await expect(setup.page.getByRole("button", { name: "Message" })).toBeVisible();
  return setup;
}

/** The lines of a conversation that this person wrote, the oldest first. */
export async function writtenLines(person: Person, { id }: Pick<Order, "id">): Promise<string[]> {
  const lines = await person.call<{ body: string; mine: boolean }[]>("GET", `/api/orders/${id}/messages`);
  return lines.filter(({ mine }) => mine).map(({ body }) => body);
}

/** The connection goes. */
export async function goOffline(person: Person): Promise<void> {
  await disconnect(person);
  await expect(person.page.getByText("You are offline.").first()).toBeVisible();
}

/** A moment without a connection: whatever is due is sent after it. */
export async function reconnectBriefly(person: Person): Promise<void> {
  await goOffline(person);
  await reconnect(person);
}

/** The browser wakes the service worker, as it does when there is a connection again. */
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

/** Notes from now on what toasts say, and with how many failed attempts each act went out. */
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

/** How often a toast with these words has come up since `recordToasts`. */
export async function toastCount(page: Page, words: string): Promise<number> {
  const { toasts } = await recorded(page);
  return toasts.filter((toast) => toast.includes(words)).length;
}

/** What was noted since `recordToasts`; `sent` by the acts' ids. */
export const recorded = (page: Page): Promise<{ toasts: string[]; sent: Record<string, number> }> =>
  page.evaluate(() => (window as unknown as { recorded: { toasts: string[]; sent: Record<string, number> } }).recorded);
