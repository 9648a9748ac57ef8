import { useState } from "react";
import useSWR, { useSWRConfig } from "swr";

import { keys, type Key } from "@/api/cache/keys";
import { call, type ApiResponse } from "@/api/http/client";
import type { OrderHistory } from "@/api/types";

async function withPage(before: OrderHistory): Promise<OrderHistory> {
  const query = { before: before.next ?? "" };
  const { data } = await call("get", "/api/provider/orders/history", { query });
  return { orders: [...before.orders, ...data.orders], next: data.next };
}

async function readPages(first: OrderHistory, pages: number): Promise<ApiResponse<OrderHistory>> {
  let found = first;
  for (let page = 0; page < pages && found.next !== null; page += 1) found = await withPage(found);
  return { data: found, etag: null };
}

/**
 * The signed-in provider's finished orders before the given one, page by page; none at first. The pages that were loaded
 * are one reading, so that a live event or a write has all of them fetched again.
 */
export function useJobHistory(before: string | null): { history: OrderHistory; load: () => Promise<void> } {
  const { mutate } = useSWRConfig();
  const [pages, setPages] = useState(0);
  const first: OrderHistory = { orders: [], next: before };
  const keyOf = (count: number): [...Key, number] => [...keys.providerHistory(before ?? ""), count];
  const { data } = useSWR<ApiResponse<OrderHistory>, unknown>(
    before === null || pages === 0 ? null : keyOf(pages),
    () => readPages(first, pages),
    // An order that was completed meanwhile moves the pages.
    { keepPreviousData: true },
  );
  const history = data?.data ?? first;
  const load = async (): Promise<void> => {
    const response = await readPages(history, 1);
    const count = data === undefined ? 1 : pages + 1;
    await mutate(keyOf(count), response, { revalidate: false });
    setPages(count);
  };
  return { history, load };
}
