import { useEffect, useRef } from "react";

import { useNotifications } from "@/api/notifications/use-notifications";
import type { Notification } from "@/api/types";
import { announce } from "@/ui/overlay/toast";

import { isSoundOn, playSound } from "./sound";

/** What somebody at work must hear of at once: a new order or offer, one that waits for an answer, one that is gone, a message. */
const KINDS = ["order_confirmed", "order_paid", "order_cancelled", "order_handed_back", "hand_back_offer", "message"];

/** `talkingAbout`: the order whose conversation is open; its messages are seen there. */
function isNew(notice: Notification, talkingAbout: string | null): boolean {
  // The account may be a customer, too: notices of its own orders lead to other pages.
  if (notice.readAt !== null || !notice.link?.startsWith("/provider")) return false;
  if (notice.kind === "message" && notice.link === `/provider#${talkingAbout ?? ""}`) return false;
  return KINDS.includes(notice.kind);
}

/** Says in a toast, and with a sound where that is switched on, what happens to the jobs while their page is open. */
export function useJobToasts(talkingAbout: string | null): void {
  const { list } = useNotifications();
  const known = useRef<ReadonlySet<string> | null>(null);

  useEffect(() => {
    if (list === undefined) return;
    const before = known.current;
    known.current = new Set(list.results.map(({ id }) => id));
    // What stood there when the page opened is not new.
    if (before === null) return;
    const [newest] = list.results.filter((notice) => !before.has(notice.id) && isNew(notice, talkingAbout));
    if (newest === undefined) return;
    announce({ title: newest.title, description: newest.body });
    if (isSoundOn()) playSound();
  }, [list, talkingAbout]);
}
