import type { Page } from "@playwright/test";

import type { Action } from "../../src/offline/db.ts";
import { expect } from "../fixtures/test.ts";

export type { Action };

/** The columns that every row has. */
type StoredRow = { account: string; timestamp: number; key?: string };

type Work<T> = { table?: string; put?: readonly unknown[]; change?: Partial<T> };

/** Works on the device's store directly, in one transaction; returns the table's rows. */
export function withStore<T>(page: Page, work: Work<T>): Promise<T[]> {
  return page.evaluate(
    ({ table = "offline_actions", put = [], change }) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open("suuber");
        // Do not create the store: the app does, with its schema.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => (put.length === 0 ? resolve([]) : reject(new Error("There is no store yet.")));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(table, "readwrite");
          const store = transaction.objectStore(table);
          for (const row of put) store.put(row);
          const reading = store.getAll();
          reading.onsuccess = () => {
            if (change !== undefined) for (const row of reading.result as object[]) store.put({ ...row, ...change });
          };
          transaction.onerror = () => reject(new Error("The store does not take it."));
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(reading.result as T[]);
          };
        };
      }),
    work,
  );
}

/** Every row of one table of the device's store. */
export const rowsOf = <T = Action>(page: Page, table = "offline_actions"): Promise<T[]> =>
  withStore<T>(page, { table });

/** All six tables are empty. */
export const NONE = { metadata: 0, offline_actions: 0, order_tracking: 0, orders: 0, providers: 0, reviews: 0 };

/** The rows of every table. */
export async function stored(page: Page): Promise<Record<string, StoredRow[]>> {
  const tables = Object.keys(NONE).map(async (name) => [name, await rowsOf<StoredRow>(page, name)] as const);
  return Object.fromEntries(await Promise.all(tables));
}

/** Counts matching rows in each of the six tables. */
export async function countRows(page: Page, isLike: (row: StoredRow) => boolean): Promise<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(await stored(page)).map(([name, rows]) => [name, rows.filter(isLike).length]),
  );
}

/** Waits until the store has rows for each of these URLs or tables. */
export async function expectStored(page: Page, ...wanted: string[]): Promise<void> {
  const lacking = async (): Promise<string[]> => {
    const rows = await stored(page);
    const names = Object.values(rows).flatMap((all) => all.map(({ key }) => key ?? ""));
    return wanted.filter(
      (one) => (rows[one] ?? []).length === 0 && !names.some((name) => name.split("?")[0]?.endsWith(one)),
    );
  };
  await expect.poll(lacking).toEqual([]);
}
