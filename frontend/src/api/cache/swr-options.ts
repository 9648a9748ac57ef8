import type { SWRConfiguration } from "swr";

import { initialData } from "./initial-data";
import { offlineFallback } from "./offline-fallback";
import { refetchOutdated } from "./refresh";

/**
 * Specification point 9: no polling, no revalidation on focus, data never goes stale, no retries. Data is fetched again
 * only after a live event or a write.
 */
export const swrOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
  use: [initialData, offlineFallback, refetchOutdated],
};
