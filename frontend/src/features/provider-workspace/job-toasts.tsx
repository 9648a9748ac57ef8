import { useEffect, useRef } from "react";

import { useNotifications } from "@/api/notifications/use-notifications";
import type { Notification } from "@/api/types";
import { announce } from "@/ui/overlay/toast";

// A provider can also be a customer: notifications of own orders link to other pages. The worker shows no push for what
// leads to an open workspace (pushes.ts), so whatever does is announced here.
const WORKSPACE = /^\/provider(#|$)/;

/** Without its sound a job is still announced. */
async function playIfOn(): Promise<void> {
  const sound = await import("./sound").catch(() => null);
  if (sound?.isSoundOn() === true) sound.playSound();
}

/** `talkingAbout`: the order whose conversation is open, so its messages need no toast. */
function isNew({ kind, link, readAt }: Notification, talkingAbout: string | null): boolean {
  if (readAt !== null || link === null || !WORKSPACE.test(link)) return false;
  return kind !== "message" || talkingAbout === null || !link.includes(talkingAbout);
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
