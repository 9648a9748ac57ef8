import useSWR from "swr";

import { keys } from "./keys";
import type { NotificationList } from "./types";

export type NotificationsState = {
  list: NotificationList | undefined;
  /** How many are unread; 0 until it is known. */
  unread: number;
  isLoading: boolean;
  error: unknown;
  refresh: () => Promise<unknown>;
};

/** The notifications of the account; a visitor has two, too. */
export function useNotifications(): NotificationsState {
  const { data, error, isLoading, mutate } = useSWR<NotificationList, unknown>(keys.notifications);
  return { list: data, unread: data?.unread ?? 0, isLoading, error, refresh: () => mutate() };
}
