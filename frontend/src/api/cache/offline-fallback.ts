import { use, useCallback } from "react";
import { useSWRConfig, type Middleware } from "swr";

import { isUnanswered, overdue } from "@/api/http/api-error";
import type { ApiResponse } from "@/api/http/client";
import { SessionContext } from "@/api/session/session-context";
import { fromStore, networkFirst, scheduleStore, type Source } from "@/offline/fallback";

import { addressOf, isKey, type Key } from "./keys";

/** SWR middleware: if the server does not respond, the cached response is shown, with its timestamp. */
export const offlineFallback: Middleware = (useSWRNext) => (key, fetcher, config) => {
  const account = use(SessionContext)?.user?.id ?? null;
  const { mutate } = useSWRConfig();
  const source = (asked: Key, arg: unknown): Source<ApiResponse<unknown>> => {
    const address = addressOf(asked);
    return {
      name: `${account} ${address}`,
      // Every fetcher returns an ApiResponse.
      ask: async () => (fetcher as (arg: unknown) => Promise<ApiResponse<unknown>>)(arg),
      isUnanswered,
      overdue,
      find: () => fromStore((store) => store.cachedResponse(address, account)),
      store: (response) => scheduleStore(address, (store) => store.storeResponse(address, account, response)),
      // The mutate of this account's SWR cache; another account has another one.
      show: (change) => mutate<ApiResponse<unknown>>(asked, change, { revalidate: false }),
    };
  };
  const networkThenStore =
    fetcher === null || !isKey(key) ? fetcher : (((arg: unknown) => networkFirst(source(key, arg))) as typeof fetcher);
  return useSWRNext(key, networkThenStore, config);
};

/** Shows and stores a response that came from elsewhere (a write) as the latest one for its key. */
export function useShow(): <T>(key: Key, response: ApiResponse<T>) => Promise<unknown> {
  const account = use(SessionContext)?.user?.id ?? null;
  const { mutate } = useSWRConfig();
  return useCallback(
    (key, response) => {
      const address = addressOf(key);
      scheduleStore(address, (store) => store.storeResponse(address, account, response));
      return mutate(key, response, { revalidate: false });
    },
    [account, mutate],
  );
}
