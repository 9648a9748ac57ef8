import { useCallback, useEffect } from "react";

import { listenTogether } from "@/api/cache/live";
import { keys } from "@/api/cache/keys";
import { useRefresh, type KeyFilter } from "@/api/cache/refresh";
import { useSession } from "@/api/session/session";

/** Listens to the account's events while somebody is signed in. */
export function LiveEvents(): null {
  const { user, refresh: refreshSession } = useSession();
  const refreshData = useRefresh();
  const refresh = useCallback(
    async (matches: KeyFilter) => {
      if (matches(keys.session)) await refreshSession();
      await refreshData(matches);
    },
    [refreshSession, refreshData],
  );
  const account = user?.id ?? null;

  useEffect(() => (account === null ? undefined : listenTogether(account, refresh)), [account, refresh]);

  return null;
}
