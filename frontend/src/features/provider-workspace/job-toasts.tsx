import { useEffect, useRef } from "react";

import { useNotifications } from "@/api/notifications/use-notifications";
import type { Notification } from "@/api/types";
import { announce } from "@/ui/overlay/toast";

/** The notifications that are shown at once: new, waiting or lost orders and offers, and messages. */
const KINDS = [
  "order_confirmed",
  "order_paid",
  "order_cancelled",
  "order_handed_back",
  "order_late",
  "hand_back_offer",
  "message",
  "claim_reported",
];

/** Without its sound a job is still announced. */
async function playIfOn(): Promise<void> {
  const sound = await import("./sound").catch(() => null);
  if (sound?.isSoundOn() === true) sound.playSound();
}

/** `talkingAbout`: the order whose conversation is open, so its messages need no toast. */
function isNew(notice: Notification, talkingAbout: string | null): boolean {
  // A provider can also be a customer: notifications of own orders link to other pages.
  if (notice.readAt !== null || !notice.link?.startsWith("/provider")) return false;
  if (notice.kind === "message" && talkingAbout !== null && notice.link.includes(talkingAbout)) return false;
  return KINDS.includes(notice.kind);
}

/** Toasts, and a sound if enabled, for changes to jobs while the page is open. */
export function JobToasts({ talkingAbout }: { talkingAbout: string | null }): null {
  const { list } = useNotifications();
  const known = useRef<ReadonlySet<string> | null>(null);

  useEffect(() => {
    if (list === undefined) return;
    const before = known.current;
    known.current = new Set(list.results.map(({ id }) => id));
    // Notifications from before the page was opened are not new.
    if (before === null) return;
    const [newest] = list.results.filter((notice) => !before.has(notice.id) && isNew(notice, talkingAbout));
    if (newest === undefined) return;
    announce({ title: newest.title, description: newest.body });
    void playIfOn();
  }, [list, talkingAbout]);
  return null;
}
