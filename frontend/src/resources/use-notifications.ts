import useSWR from "swr";

import { readStored, writeStored } from "@/lib/storage";

import { call } from "./client";
import { below, keys } from "./keys";
import type { NotificationList } from "./types";
import { useWrite } from "./use-write";

const STORAGE_KEY = "read-notices";

/** Notices that were read in this browser without an account; the server cannot know of them. */
function readHere(): string[] {
  return (readStored("local", STORAGE_KEY) ?? "").split(" ").filter((id) => id !== "");
}

async function fetchNotifications(): Promise<NotificationList> {
  const { data: list } = await call("get", "/api/notifications");
  const here = readHere();
  const results = list.results.map((notice) =>
    notice.readAt === null && here.includes(notice.id) ? { ...notice, readAt: notice.createdAt } : notice,
  );
  const nowRead = results.filter((notice, index) => notice.readAt !== list.results[index]?.readAt).length;
  return { unread: list.unread - nowRead, results };
}

export type NotificationsState = {
  list: NotificationList | undefined;
  /** How many are unread; 0 until it is known. */
  unread: number;
  isLoading: boolean;
  error: unknown;
  refresh: () => Promise<unknown>;
  /** Shows all as read before the server knows. */
  showRead: () => Promise<unknown>;
  /** Marks some as read; without ids all. `signedIn`: on the server, else in this browser. */
  markRead: (how: { signedIn: boolean; ids?: string[] }) => Promise<void>;
};

/** The notifications of the account; a visitor has two, too. */
export function useNotifications(): NotificationsState {
  const { data, error, isLoading, mutate } = useSWR<NotificationList, unknown>(keys.notifications, fetchNotifications);

  const write = useWrite();

  const markRead: NotificationsState["markRead"] = async ({ signedIn, ids }) => {
    if (signedIn) {
      await write("post", "/api/notifications/read", { body: ids === undefined ? {} : { ids } }, [below(keys.notifications)]);
      return;
    } else {
      const read = ids ?? data?.results.map((notice) => notice.id) ?? [];
      writeStored("local", STORAGE_KEY, [...new Set([...readHere(), ...read])].join(" "));
    }
    await mutate();
  };

  const showRead = (): Promise<unknown> =>
    mutate((known) => known && { unread: 0, results: known.results.map((one) => ({ ...one, readAt: one.readAt ?? one.createdAt })) }, { revalidate: false });

  return { showRead, list: data, unread: data?.unread ?? 0, isLoading, error, refresh: () => mutate(), markRead };
}
