import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Person } from "./person";
import { sees } from "./seeing";

/** A row of the device's store, as it lies there. */
type Row = { account: string; timestamp: number; key?: string };

/** Everything that the device keeps for the app, store by store. */
export function stored(page: Page): Promise<Record<string, Row[]>> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("Not read."));
      });
    const db = await done(indexedDB.open("suuber"));
    const rows: Record<string, Row[]> = {};
    for (const name of db.objectStoreNames) rows[name] = (await done(db.transaction(name).objectStore(name).getAll())) as Row[];
    db.close();
    return rows;
  });
}

/** How many rows of each of the six stores are like this. */
export async function count(page: Page, isLike: (row: Row) => boolean): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await stored(page)).map(([name, rows]) => [name, rows.filter(isLike).length]));
}

export const NONE = { metadata: 0, offline_actions: 0, order_tracking: 0, orders: 0, providers: 0, reviews: 0 };

/** Waits until the device keeps something of each of these addresses or stores. */
export async function keeps(page: Page, ...wanted: string[]): Promise<void> {
  const lacking = async (): Promise<string[]> => {
    const rows = await stored(page);
    const names = Object.values(rows).flatMap((all) => all.map(({ key }) => key ?? ""));
    return wanted.filter((one) => (rows[one] ?? []).length === 0 && !names.some((name) => name.endsWith(one)));
  };
  await expect.poll(lacking).toEqual([]);
}

/** The connection goes, as on a train. */
export async function losesConnection({ watch, context }: Person): Promise<void> {
  watch.isOffline = true;
  await context.setOffline(true);
}

/** And it is there again. */
export async function isBack({ watch, context }: Person): Promise<void> {
  await context.setOffline(false);
  watch.isOffline = false;
}

/** Sees above the page that it is from before. A page that is loaded anew under Playwright does not know that it is offline. */
export async function seesAge(page: Page): Promise<void> {
  await sees(page.getByRole("status").filter({ hasText: /(You are offline|No connection to Suuber)\. What you see is from (Today|Yesterday), \d\d:\d\d/ }));
}
