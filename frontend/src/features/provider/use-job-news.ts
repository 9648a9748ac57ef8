import { useEffect, useRef } from "react";

import type { Notification } from "@/resources/types";
import { useNotifications } from "@/resources/use-notifications";
import { announce } from "@/ui/overlay/toast";

import { isSoundOn, playSound } from "./sound";

/** What somebody at work must hear of at once: a new order or offer, one that waits for an answer, one that is gone, a message. */
const KINDS = ["order_confirmed", "order_paid", "order_cancelled", "order_handed_back", "hand_back_offer", "message"];

/** `talkingAbout`: the order whose conversation is open; its messages are seen there. */
function isNews(notice: Notification, talkingAbout: string | null): boolean {
  // The account may be a customer, too: news of its own orders lead elsewhere.
  if (notice.readAt !== null || !notice.link?.startsWith("/provider")) return false;
  if (notice.kind === "message" && notice.link === `/provider#${talkingAbout ?? ""}`) return false;
  return KINDS.includes(notice.kind);
}

/** Says in a toast, and if wished with a sound, what happens to the jobs while their page is open. */
export function useJobNews(talkingAbout: string | null): void {
  const { list } = useNotifications();
  const known = useRef<ReadonlySet<string> | null>(null);

  useEffect(() => {
    if (list === undefined) return;
    const before = known.current;
    known.current = new Set(list.results.map(({ id }) => id));
    // What stood there when the page opened is no news.
    if (before === null) return;
    const [newest] = list.results.filter((notice) => !before.has(notice.id) && isNews(notice, talkingAbout));
    if (newest === undefined) return;
    announce({ title: newest.title, description: newest.body });
    if (isSoundOn()) playSound();
  }, [list, talkingAbout]);
}
