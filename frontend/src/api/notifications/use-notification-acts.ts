import { below, keys } from "@/api/cache/keys";
import { useHeldWrite, type HeldWrite } from "@/api/http/use-write";

import { readHere, type NotificationsState } from "./use-notifications";

type NotificationActs = {
  /** Marks the given ids as read, or all, on the server. */
  markRead: (which: { ids?: string[] }) => HeldWrite;
  /** The same for a visitor, in this browser. */
  markReadHere: (ids?: string[]) => void;
  /** Shows all as read before the server has confirmed; the result shows them as they were, and asks how they are. */
  showRead: () => () => void;
};

// Apart from the list, which every page loads.
export function useNotificationActs({ list, show, refresh }: NotificationsState): NotificationActs {
  const hold = useHeldWrite();
  return {
    markRead: (body) => hold("post", "/api/notifications/read", { body }, [below(keys.notifications)]),
    markReadHere: (ids = list?.results.map(({ id }) => id) ?? []) =>
      readHere.set([...new Set([...readHere.get(), ...ids])]),
    showRead: () => {
      if (list === undefined) return () => undefined;
      void show({ unread: 0, results: list.results.map((one) => ({ ...one, readAt: one.readAt ?? one.createdAt })) });
      return () => void show(list).then(refresh);
    },
  };
}
