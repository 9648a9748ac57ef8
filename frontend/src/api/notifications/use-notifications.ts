import { useMemo, useSyncExternalStore } from "react";

import { below, keys } from "@/api/cache/keys";
import { useRead } from "@/api/cache/use-read";
import { useHeldWrite, type HeldWrite } from "@/api/http/use-held-write";
import { useSession } from "@/api/session/session";
import type { NotificationList } from "@/api/types";
import { localStore } from "@/lib/local-store";

/** Ids that a visitor has read, stored in this browser because the server has no account for them. */
const readHere = localStore<readonly string[]>("read-notices", [], (stored) =>
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
  /** Shows all as read before the server has confirmed; the result shows them as they were, and asks how they are. */
  showRead: () => () => void;
  /** Marks the given ids as read, or all, on the server. */
  markRead: (which: { ids?: string[] }) => HeldWrite;
  /** The same for a visitor, in this browser. */
  markReadHere: (ids?: string[]) => void;
};

/** The account's notifications; a visitor has two as well. */
export function useNotifications(): NotificationsState {
  const { isLoading: isUnknown } = useSession();
  // Wait for the session: the response is cached under the account's id.
  const { data, error, isBusy, retry, show } = useRead(isUnknown ? null : keys.notifications, "cached");
  const here = useSyncExternalStore(readHere.on, readHere.get, readHere.none);
  const list = useMemo(() => data && asRead(data, here), [data, here]);
  const hold = useHeldWrite();

  const markReadHere = (ids?: string[]): void =>
    readHere.set([...new Set([...here, ...(ids ?? data?.results.map((notice) => notice.id) ?? [])])]);

  const showRead = (): (() => void) => {
    if (data === undefined) return () => undefined;
    void show({ unread: 0, results: data.results.map((one) => ({ ...one, readAt: one.readAt ?? one.createdAt })) });
    return () => void show(data).then(retry);
  };

  return {
    showRead,
    list,
    unread: list?.unread ?? 0,
    isLoading: (isBusy || isUnknown) && data === undefined,
    error,
    refresh: retry,
    markRead: (body) => hold("post", "/api/notifications/read", { body }, [below(keys.notifications)]),
    markReadHere,
  };
}
