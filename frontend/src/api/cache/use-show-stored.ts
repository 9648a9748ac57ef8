// Not beside `useShow`, which every page loads.
import { use, useCallback } from "react";
import { useSWRConfig } from "swr";

import type { ApiResponse } from "@/api/http/client";
import { SessionContext } from "@/api/session/session-context";
import { fromStore } from "@/offline/fallback";

import { addressOf, type Key } from "./keys";

/** Shows what the device's store has for these keys, where they are on screen: the queue writes to it, too. */
export function useShowStored(): (keys: readonly Key[]) => Promise<unknown> {
  const account = use(SessionContext)?.user?.id ?? null;
  const { mutate } = useSWRConfig();
  return useCallback(
    (keys) =>
      Promise.all(
        keys.map(async (key) => {
          const stored = await fromStore((store) => store.cachedResponse(addressOf(key), account));
          if (stored === null) return;
          const { data, etag } = stored;
          await mutate<ApiResponse<unknown>>(key, (shown) => shown && { ...shown, data, etag }, { revalidate: false });
        }),
      ),
    [account, mutate],
  );
}
