import type { SWRConfiguration } from "swr";

import { initialData } from "./initial-data";
import { offlineFallback } from "./offline-fallback";
import { refetchOutdated } from "./refresh";

/**
 * Specification point 9: no refetch interval, none on focus, data is never stale, no retries. What changes is
 * fetched again because somebody says so: a live event, or the code that just wrote.
 */
export const swrOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
  use: [initialData, offlineFallback, refetchOutdated],
};
