import type { BrowserContext, Page } from "playwright-core";

import { DEMO, type Person } from "./person";
import { pays, placesOrder, type Order } from "./orders";
import { becomes, sees } from "./seeing";
import type { Stage } from "./stage";

/** A row of what was done without a connection, as the app keeps it. */
export type Row = {
  id: string;
  type: string;
  url: string;
  method: string;
  data: unknown;
  timestamp: number;
  retryCount: number;
  account: string;
  lane: string;
  place: number;
  baseVersion: string | null;
  dueAt: number;
  refusal: { kind: string; status: number } | null;
};

/** Every row of one table of the device's store. */
export function rowsOf<T = Row>(page: Page, table = "offline_actions"): Promise<T[]> {
  return page.evaluate(
    (name) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open("suuber");
        opening.onerror = () => reject(new Error("The store does not open."));
        opening.onsuccess = () => {
          const store = opening.result;
          const reading = store.transaction(name).objectStore(name).getAll();
          reading.onsuccess = () => {
            store.close();
            resolve(reading.result as T[]);
          };
        };
      }),
    table,
  );
}

/** Puts rows into the queue past the app, as whoever holds the device can. */
export function putsRows(page: Page, rows: readonly unknown[]): Promise<void> {
  return page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("suuber");
        opening.onerror = () => reject(new Error("The store does not open."));
        opening.onsuccess = () => {
          const writing = opening.result.transaction("offline_actions", "readwrite");
          for (const row of all) writing.objectStore("offline_actions").put(row);
          writing.onerror = () => reject(new Error("The store does not take it."));
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    rows,
  );
}

/** What is still to be sent, or to be decided on, is nothing. */
export const isEmpty = (page: Page): Promise<void> => becomes(async () => (await rowsOf(page)).length, 0);

let count = 0;

/** An act as the app would keep it, for an order. */
export function row(account: string, lane: string, act: Partial<Row>): Row {
  count += 1;
  const at = Date.now();
  const given = { id: crypto.randomUUID(), type: "generic", url: "", method: "POST", data: {}, baseVersion: null, refusal: null };
  return { ...given, timestamp: at, retryCount: 0, account, lane, place: 1000 + count, dueAt: at, ...act };
}

/** A line of a conversation. */
export function messageRow(account: string, { id }: Pick<Order, "id">, body: string, more: Partial<Row> = {}): Row {
  return row(account, id, { url: `/api/orders/${id}/messages`, data: { body }, ...more });
}

/** Another note for an order that was seen in this version. */
export function noteRow(account: string, { id }: Pick<Order, "id">, note: string, baseVersion: string): Row {
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
export async function goesOffline({ context, watch, page }: Person): Promise<void> {
  watch.isOffline = true;
  await context.setOffline(true);
  await sees(page.getByText("You are offline."));
}

export const comesBack = ({ context }: Person): Promise<void> => context.setOffline(false);

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

/** A browser without Background Sync, as Safari and Firefox are. */
export function withoutBackgroundSync(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    Reflect.deleteProperty(window, "SyncManager");
    // An empty page has no workers.
    if ("ServiceWorkerRegistration" in window) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync");
  });
}
