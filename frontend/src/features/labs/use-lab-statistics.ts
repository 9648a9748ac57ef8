import { useCallback, useEffect, useState } from "react";

import { countCached } from "@/offline/cache";
import { actionsOf, statisticsOf, type Statistics } from "@/offline/queue";

/** Refresh interval (specification point 9). */
const REFRESH_MS = 3000;

export type LabStatistics = Statistics & {
  /** Actions that wait for the user's decision. */ failed: number;
  orders: number;
  providers: number;
};

async function read(account: string | null): Promise<LabStatistics> {
  const actions = account === null ? [] : await actionsOf(account);
  const failed = actions.filter(({ error }) => error !== null).length;
  return { ...statisticsOf(actions), failed, ...(await countCached(account)) };
}

type Read = {
  /** Undefined while loading. */
  statistics: LabStatistics | undefined;
  /** True if this device has no store. */
  isStoreUnavailable: boolean;
  readNow: () => Promise<void>;
};

/** The statistics of the device's store, refreshed every three seconds. */
export function useLabStatistics(account: string | null): Read {
  const [statistics, setStatistics] = useState<LabStatistics>();
  const [isStoreUnavailable, setIsStoreUnavailable] = useState(false);
  const readNow = useCallback(
    () =>
      read(account).then(
        (figures) => {
          setStatistics(figures);
          setIsStoreUnavailable(false);
        },
        () => setIsStoreUnavailable(true),
      ),
    [account],
  );
  useEffect(() => {
    void readNow();
    const timer = setInterval(() => void readNow(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [readNow]);
  return { statistics, isStoreUnavailable, readNow };
}
