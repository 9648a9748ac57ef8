import type { Middleware } from "swr";

import type { ApiResponse } from "@/api/http/client";

import { addressOf, isKey } from "./keys";

// Inlined data is as old as the page, so it is used only for this long. By performance.now(): the device's clock may be
// wrong.
const GOOD_FOR_MS = 30_000;

function readInitialData(): Map<string, unknown> {
  const text = document.getElementById("initial-data")?.textContent ?? "";
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // On Back the browser may restore an old page from its HTTP cache.
  if (text === "" || navigation?.type === "back_forward") return new Map();
  return new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
}

let unused: Map<string, unknown> | null = null;

/** The inlined response, once; undefined if the server has to be asked. */
function takeInitial(address: string): ApiResponse<unknown> | undefined {
  unused ??= readInitialData();
  const body = unused.get(address);
  unused.delete(address);
  return body !== undefined && performance.now() < GOOD_FOR_MS ? { data: body, etag: null } : undefined;
}

/** SWR middleware: the first read of a URL uses the data inlined in the page. */
export const initialData: Middleware = (useSWRNext) => (key, fetcher, config) => {
  const initialFirst =
    fetcher === null || !isKey(key)
      ? fetcher
      : (arg: Parameters<typeof fetcher>[0]) =>
          (takeInitial(addressOf(key)) as ReturnType<typeof fetcher> | undefined) ?? fetcher(arg);
  return useSWRNext(key, initialFirst, config);
};
