import { CalendarRange, House, ListChecks, MessageCircle, Wallet } from "lucide-react";
import type { ReactElement } from "react";

import { useConversations } from "@/api/messages/use-conversations";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

import { NavigationLinks, type Look } from "./navigation";

/** Number of unread messages: on the icon, or beside the word without taking room. */
function UnreadMessages({ look }: { look: Look }): ReactElement | null {
  const { conversations = [] } = useConversations();
  const count = conversations.reduce((sum, { unread }) => sum + unread, 0);
  if (count === 0) return null;
  const position = look === "bar" ? "top-1.5 left-1/2 ml-2" : "top-0 right-0";
  return (
    <span
      className={cx(
        "absolute flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1 text-caption leading-none font-semibold text-on-accent tabular-nums",
        position,
      )}
    >
      <span aria-hidden>{count >= 99 ? "99+" : count}</span>
      <span className="sr-only"> {t("provider.nav.unread", { count })}</span>
    </span>
  );
}

/** The provider's pages, and the way back to booking. */
export function ProviderNavigation({ look }: { look: Look }): ReactElement {
  return (
    <NavigationLinks
      look={look}
      label={t("provider.nav.label")}
      items={[
        { to: "/provider", label: t("provider.nav.today"), Icon: ListChecks },
        { to: "/provider/schedule", label: t("provider.nav.week"), Icon: CalendarRange },
        {
          to: "/provider/messages",
          label: t("provider.nav.messages"),
          Icon: MessageCircle,
          unread: <UnreadMessages look={look} />,
        },
        { to: "/provider/earnings", label: t("provider.nav.earnings"), Icon: Wallet },
        { to: "/", label: t("provider.nav.booking"), Icon: House },
      ]}
    />
  );
}
