import { CalendarRange, House, ListChecks, MessageCircle, Wallet } from "lucide-react";
import type { ReactElement } from "react";

import { useConversations } from "@/api/messages/use-conversations";
import { t } from "@/i18n/i18n";

import { NavigationLinks, type Look } from "./navigation";
import { UnreadCount } from "./unread-messages";

/** How many messages about jobs are unread. */
function UnreadMessages({ look }: { look: Look }): ReactElement {
  const { conversations = [] } = useConversations();
  return <UnreadCount look={look} count={conversations.reduce((sum, { unread }) => sum + unread, 0)} />;
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
