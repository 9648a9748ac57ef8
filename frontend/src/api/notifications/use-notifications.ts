import { useMemo, useSyncExternalStore } from "react";

import { keys } from "@/api/cache/keys";
import { useRead } from "@/api/cache/use-read";
import { useSession } from "@/api/session/session";
import type { NotificationList } from "@/api/types";
import { localStore } from "@/lib/local-store";

/** Ids that a visitor has read, stored in this browser because the server has no account for them. */
export const readHere = localStore<readonly string[]>("read-notices", [], (stored) =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [],
);

/** A visitor's list, marked with what was read in this browser. */
function asRead(list: NotificationList, here: readonly string[]): NotificationList {
  const results = list.results.map((notice) =>
    notice.readAt === null && here.includes(notice.id) ? { ...notice, readAt: notice.createdAt } : notice,
  );
  const nowRead = results.filter((notice, index) => notice.readAt !== list.results[index]?.readAt).length;
  return { unread: list.unread - nowRead, results };
}

export type NotificationsState = {
  list: NotificationList | undefined;
  /** Number of unread ones; 0 until loaded. */
  unread: number;
  isLoading: boolean;
  error: unknown;
  refresh: () => Promise<unknown>;
  /** Shows others without a request. */
  show: (list: NotificationList) => Promise<unknown>;
};

/** The account's notifications; a visitor has two as well. */
export function useNotifications(): NotificationsState {
  const { isLoading: isUnknown } = useSession();
  // Wait for the session: the response is cached under the account's id.
  const { data, error, isBusy, retry, show } = useRead(isUnknown ? null : keys.notifications, "cached");
  const here = useSyncExternalStore(readHere.on, readHere.get, readHere.none);
  const list = useMemo(() => data && asRead(data, here), [data, here]);
  return {
    list,
    unread: list?.unread ?? 0,
    isLoading: (isBusy || isUnknown) && data === undefined,
    error,
    refresh: retry,
    show,
  };
}
