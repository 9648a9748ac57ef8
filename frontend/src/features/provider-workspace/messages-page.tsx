import { ChevronRight } from "lucide-react";
import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { ConversationOfJob } from "@/api/types";
import { useConversations } from "@/api/messages/use-conversations";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatDayTime } from "@/lib/dates";
import { pickupWindowInSentence } from "@/lib/pickup-window";
import { Avatar } from "@/ui/avatar";
import { NoMessagesArt } from "@/ui/illustrations/empty";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";
import { wholeHours } from "@/ui/whole-hours";

type MessagesPageProps = { onOpen: (conversation: ConversationOfJob) => void };

function Row({ conversation, onOpen }: MessagesPageProps & { conversation: ConversationOfJob }): ReactElement {
  const now = useNow();
  const { customerId, customerName, customerPhotoUrl, pickupTime, body, mine, sentAt, unread } = conversation;
  const [firstName = "", lastName = ""] = customerName.split(/ (?=\S+$)/u);
  const words = body === "" ? t("provider.messages.photo") : body;
  return (
    <button
      type="button"
      onClick={() => onOpen(conversation)}
      className="card flex w-full items-center gap-3 p-4 text-left transition-colors hover:bg-sunken"
    >
      <Avatar id={customerId} firstName={firstName} lastName={lastName} imageUrl={customerPhotoUrl} />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-lead font-semibold">{customerName}</span>
          <span className="text-caption text-ink-soft tabular-nums">{formatDayTime(sentAt, now)}</span>
        </span>
        <span className={cx("line-clamp-2", unread > 0 ? "font-semibold" : "text-ink-soft")}>
          {mine ? t("provider.messages.mine", { words }) : words}
        </span>
        <span className="mt-1 block text-caption text-ink-soft tabular-nums">
          {wholeHours(t("provider.messages.pickup", { time: pickupWindowInSentence({ pickupTime }, now) }))}
        </span>
      </span>
      {unread > 0 && (
        <span className="inline-flex min-w-6 shrink-0 items-center justify-center rounded-full bg-brand px-2 py-0.5 text-caption font-semibold text-on-brand tabular-nums">
          {unread}
          <span className="sr-only">{t("provider.messages.unread")}</span>
        </span>
      )}
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </button>
  );
}

function Conversations({ onOpen }: MessagesPageProps): ReactElement {
  const { conversations, error, isBusy, retry } = useConversations();
  if (conversations === undefined && error !== undefined) {
    return (
      <ErrorState body={errorText(error, t("provider.messages.error"))} busy={isBusy} onRetry={() => void retry()} />
    );
  }
  if (conversations === undefined) {
    return (
      <Loading className="flex flex-col gap-3">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-24 rounded-card" />
      </Loading>
    );
  }
  if (conversations.length === 0) {
    return (
      <EmptyState
        picture={<NoMessagesArt />}
        title={t("provider.messages.empty.title")}
        body={t("provider.messages.empty.body")}
      />
    );
  }
  return (
    <ul className="flex flex-col gap-3">
      {conversations.map((conversation) => (
        <li key={conversation.orderId} className="relative">
          <Row conversation={conversation} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

/** The conversations about a provider's jobs, newest first. */
export function MessagesPage({ onOpen }: MessagesPageProps): ReactElement {
  return (
    <Page title={t("provider.messages.title")} lead={t("provider.messages.lead")} backTo="/provider">
      <Conversations onOpen={onOpen} />
    </Page>
  );
}
