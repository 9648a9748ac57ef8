import { useCallback } from "react";
import { useSWRConfig, type Middleware } from "swr";

import { addressOf, isKey } from "./keys";

/** Which cached keys to fetch again; `below(keys.order(id))` makes one. */
export type KeyFilter = (key: unknown) => boolean;

// What changed while no screen showed it: fetched when a screen asks for it the next time.
const outdated = new Set<string>();

const nameOf = (key: unknown): string => (isKey(key) ? addressOf(key) : String(key));

/** SWR middleware: cached data is shown without asking again, unless it was refreshed while nobody looked. */
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

/** A function that fetches again what matches: at once where it is on screen, else when it is shown next. */
export function useRefresh(): (matches: KeyFilter) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (matches) => {
      await mutate((key) => {
        const isMatch = matches(key);
        if (isMatch) outdated.add(nameOf(key));
        return isMatch;
      });
    },
    [mutate],
  );
}
