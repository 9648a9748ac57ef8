import type { BrowserContext, Page } from "playwright-core";

import { DEMO, type Person } from "./person";
import { pays, placesOrder, type Order } from "./orders";
import { becomes, sees } from "./seeing";
import { comesBack, losesConnection } from "./offline";
import type { Stage } from "./stage";
import { inStore, rowsOf, type Action } from "./store";

/** Puts rows into the queue, once there is one. */
export function putsRows(page: Page, rows: readonly unknown[]): Promise<void> {
  const isPut = (): Promise<boolean> => inStore(page, { put: rows }).then(
    () => true,
    () => false,
  );
  return becomes(isPut, true);
}

/** Lets every delay of the queue pass; the app looks when its page does. */
export async function delaysPass(page: Page): Promise<void> {
  await inStore<Action>(page, { change: { dueAt: 0 } });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** What is still to be sent, or to be decided on, is nothing. */
export const isEmptied = (page: Page): Promise<void> => becomes(async () => (await rowsOf(page)).length, 0);

let count = 0;

/** An act as the app would keep it, for an order. */
export function row(account: string, lane: string, act: Partial<Action>): Action {
  count += 1;
  const at = Date.now();
  const given = { id: crypto.randomUUID(), type: "generic" as const, url: "", method: "POST", data: {}, baseVersion: null, refusal: null };
  return { ...given, timestamp: at, retryCount: 0, failures: [], account, lane, place: 1000 + count, dueAt: at, ...act };
}

/** A line of a conversation. */
export function messageRow(account: string, { id }: Pick<Order, "id">, body: string, more: Partial<Action> = {}): Action {
  return row(account, id, { url: `/api/orders/${id}/messages`, data: { body }, ...more });
}

/** Another note for an order that was seen in this version. */
export function noteRow(account: string, { id }: Pick<Order, "id">, note: string, baseVersion: string): Action {
  return row(account, id, { type: "update_order", method: "PATCH", url: `/api/orders/${id}`, data: { orderId: id, updates: { specialInstructions: note } }, baseVersion });
}

/** Paid orders with the demo provider. */
export async function ordersOf(person: Person, stage: Stage, howMany: number): Promise<Order[]> {
  const bruno = await stage.enters();
  const { providerId } = await bruno.signsIn(DEMO.provider);
  const orders: Order[] = [];
  for (let number = 0; number < howMany; number += 1) orders.push(await pays(person, await placesOrder(person, { id: providerId ?? "" }, 2 + number)));
  return orders;
}

/** The lines of a conversation that this person wrote, the oldest first. */
export async function written(person: Person, { id }: Pick<Order, "id">): Promise<string[]> {
  const lines = await person.call<{ body: string; mine: boolean }[]>("GET", `/api/orders/${id}/messages`);
  return lines.filter(({ mine }) => mine).map(({ body }) => body);
}

/** The connection goes. */
export async function goesOffline(person: Person): Promise<void> {
  await losesConnection(person);
  await sees(person.page.getByText("You are offline."));
}

/** A moment without a connection: whatever is due is sent after it. */
export async function blinks(person: Person): Promise<void> {
  await goesOffline(person);
  await comesBack(person);
}

/** The browser wakes the service worker, as it does when there is a connection again. */
export async function wakesWorker(context: BrowserContext, page: Page): Promise<void> {
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await tools.send("ServiceWorker.enable");
  await tools.send("ServiceWorker.dispatchSyncEvent", { origin: new URL(page.url()).origin, registrationId: await registered, tag: "offline-actions", lastChance: false });
  await tools.detach();
}

/** Notes from now on what toasts say, and with how many failed attempts each act went out. */
export function listens(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const heard = { toasts: [] as string[], sent: {} as Record<string, number> };
    Object.assign(window, { heard });
    window.addEventListener("sync-success", (event) => {
      const { id, retryCount } = (event as CustomEvent<{ id: string; retryCount: number }>).detail;
      heard.sent[id] = retryCount;
    });
    new MutationObserver(() => {
      const said = document.querySelector("[data-toasts]")?.textContent ?? "";
      if (said !== heard.toasts.at(-1)) heard.toasts.push(said);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** How often a toast with these words has come up since `listens`. */
export async function timesSaid(page: Page, words: string): Promise<number> {
  const { toasts } = await heardOn(page);
  return toasts.filter((toast) => toast.includes(words)).length;
}

/** What was noted since `listens`; `sent` by the acts' ids. */
export const heardOn = (page: Page): Promise<{ toasts: string[]; sent: Record<string, number> }> =>
  page.evaluate(() => (window as unknown as { heard: { toasts: string[]; sent: Record<string, number> } }).heard);
