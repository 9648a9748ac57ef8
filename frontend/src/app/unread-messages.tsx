import type { ReactElement } from "react";

import { useNotifications } from "@/api/notifications/use-notifications";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

import type { Look } from "./navigation";

/** Number of unread messages: on the icon, or beside the word without taking room. */
export function UnreadCount({ look, count }: { look: Look; count: number }): ReactElement | null {
  if (count === 0) return null;
  return (
    <span
      className={cx(
        "absolute flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1 text-caption leading-none font-semibold text-on-accent tabular-nums",
        look === "bar" ? "top-1.5 left-1/2 ml-2" : "top-0 right-0",
      )}
    >
      <span aria-hidden>{count >= 99 ? "99+" : count}</span>
      <span className="sr-only"> {t("common.unread", { count })}</span>
    </span>
  );
}

/** How many messages about own orders are unread. */
export function UnreadMessages({ look }: { look: Look }): ReactElement {
  const { list } = useNotifications();
  const unread = list?.results.filter(
    ({ kind, link, readAt }) => kind === "message" && readAt === null && link?.startsWith("/tracking/") === true,
  );
  return <UnreadCount look={look} count={unread?.length ?? 0} />;
}
