import { useCallback } from "react";
import { useSWRConfig, type Middleware } from "swr";

import { addressOf, isKey } from "./keys";

/** Which cached keys to fetch again; `below(keys.order(id))` makes one. */
export type KeyFilter = (key: unknown) => boolean;

// Keys that were invalidated while not on screen; fetched when next shown.
const outdated = new Set<string>();

const nameOf = (key: unknown): string => (isKey(key) ? addressOf(key) : String(key));

/** SWR middleware: cached data is shown without a request, unless it was invalidated while not on screen. */
export const refetchOutdated: Middleware = (useSWRNext) => (key, fetcher, config) => {
  const known = typeof key === "function" ? null : key;
  const wrapped =
    fetcher === null
      ? null
      : (arg: Parameters<typeof fetcher>[0]) => {
          outdated.delete(nameOf(known));
          return fetcher(arg);
        };
  const isOutdated = outdated.has(nameOf(known));
  return useSWRNext(key, wrapped, isOutdated ? { ...config, revalidateIfStale: true } : config);
};

/** Returns a function that revalidates matching keys: those on screen now, the others when next shown. */
export function useRefresh(): (matches: KeyFilter) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (matches) => {
      await mutate((key) => {
        const isMatch = matches(key);
        if (isMatch) outdated.add(nameOf(key));
        return isMatch;
        // SWR throws if the page shows another account by now: this one's cache has gone.
      }).catch(() => undefined);
    },
    [mutate],
  );
}
