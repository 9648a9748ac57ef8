import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";

import { useNotifications } from "@/api/notifications/use-notifications";
import type { Notification } from "@/api/types";
import { isConversationOpen } from "@/features/messages/open-conversations";
import { t } from "@/i18n/i18n";
import { now } from "@/lib/server-clock";
import { announce } from "@/ui/overlay/toast";

const ORDER = /[0-9a-f-]{36}/;

/** A new message whose conversation is not open. The provider's messages page shows its own. */
function isUnseen({ kind, link, readAt }: Notification, pathname: string): boolean {
  if (kind !== "message" || readAt !== null || link === null) return false;
  return (
    !isConversationOpen(ORDER.exec(link)?.[0] ?? "") && !(pathname === "/provider" && link.startsWith("/provider"))
  );
}

/** True for notifications from before the page's start, in whatever order list, chunk and message arrive. */
function stoodThere({ createdAt }: Notification): boolean {
  return Date.parse(createdAt) <= now() - performance.now();
}

/** Shows a toast with a link for each new message. */
export function MessageToasts(): null {
  const { list } = useNotifications();
  const known = useRef<ReadonlySet<string> | null>(null);
  const { pathname } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (list === undefined) return;
    const before = known.current ?? new Set(list.results.filter(stoodThere).map(({ id }) => id));
    known.current = new Set(list.results.map(({ id }) => id));
    const message = list.results.find((notice) => !before.has(notice.id) && isUnseen(notice, pathname));
    const link = message?.link;
    if (message === undefined || typeof link !== "string") return;
    announce({
      title: message.title,
      description: message.body,
      action: { label: t("common.read"), run: () => void navigate(link) },
      shownMs: 10_000,
    });
  }, [list, pathname, navigate]);

  return null;
}
