import { useEffect, useRef, type ReactElement } from "react";

import { below, keys } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { ApiError, isUnanswered } from "@/api/http/api-error";
import { useConversation, type ShownMessage } from "@/api/messages/use-conversation";
import { errorText } from "@/api/http/error-text";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatDate, formatDayTime } from "@/lib/dates";
import { useVisible } from "@/lib/use-visible";
import { NoMessagesArt } from "@/ui/illustrations/empty";
import { NeedsConnection } from "@/ui/needs-connection";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { Composer, isGoneFor, type Side } from "./composer";
import { conversationOpened } from "./open-conversations";

function Line({ message, now }: { message: ShownMessage; now: number }): ReactElement {
  return (
    <li className={cx("flex flex-col gap-0.5", message.mine ? "items-end" : "items-start")}>
      {message.photoUrl !== null && (
        <a href={message.photoUrl} className="block max-w-[85%]">
          <img
            src={message.photoUrl}
            alt={message.mine ? t("messages.photo.yours") : t("messages.photo.from", { name: message.senderName })}
            className="max-h-64 min-h-24 rounded-card border border-line object-contain"
          />
        </a>
      )}
      {message.body !== "" && (
        <p
          className={cx(
            "max-w-[85%] rounded-card px-3.5 py-2 whitespace-pre-wrap",
            message.mine ? "bg-brand text-on-brand" : "bg-sunken text-ink",
          )}
        >
          {message.body}
        </p>
      )}
      <p className="text-caption text-ink-soft">
        {message.mine ? t("messages.you") : message.senderName} ·{" "}
        {message.isPending === true ? t("messages.waiting") : formatDayTime(message.sentAt, now)}
      </p>
    </li>
  );
}

function Lines({ messages }: { messages: readonly ShownMessage[] }): ReactElement {
  const log = useRef<HTMLDivElement>(null);
  const now = useNow();
  useEffect(() => {
    // Scroll to the newest message.
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [messages.length]);
  if (messages.length === 0) {
    return (
      <div className="flex flex-col items-center gap-2 py-4 text-center text-ink-soft">
        <NoMessagesArt />
        <p>{t("messages.empty")}</p>
      </div>
    );
  }
  return (
    // On phones messages and composer are visible together.
    <div
      ref={log}
      className="max-h-[30dvh] overflow-y-auto md:max-h-[45dvh]"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Focusable, so that it scrolls by keys.
      tabIndex={0}
      role="log"
      aria-live="polite"
    >
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <Line key={message.id} message={message} now={now} />
        ))}
      </ol>
    </div>
  );
}

export type ConversationProps = {
  orderId: string;
  /** The viewer's side. */
  side: Side;
  /** To whom a customer writes. */
  providerId?: string | undefined;
  /** Another provider does the order by now: gets the order as it is, so that what is written next names them. */
  onProviderChanged?: () => Promise<unknown>;
  /** Until when both sides may write (ISO instant); null while the order runs. */
  until: string | null;
  /** The provider's name while they are not notified of messages, because the order is not paid. */
  notifiedOncePaid?: string | undefined;
};

/** Waits for a message to be sent. It is not sent again by itself: who wrote it decides whether the new provider reads it. */
async function sent(
  sending: Promise<unknown>,
  onProviderChanged: ConversationProps["onProviderChanged"],
): Promise<void> {
  try {
    await sending;
  } catch (error) {
    const isChanged = error instanceof ApiError && error.code === "provider_changed";
    if (isChanged) await onProviderChanged?.().catch(() => undefined);
    throw error;
  }
}

/** An order's messages, and the composer. */
export function Conversation({
  orderId,
  side,
  providerId,
  onProviderChanged,
  until,
  notifiedOncePaid,
}: ConversationProps): ReactElement {
  const { messages, pending, error, isBusy, retry, send, sendPhoto, markRead } = useConversation(orderId, providerId);
  const now = useNow();
  const isVisible = useVisible();
  const newest = messages?.at(-1)?.id;
  useEffect(() => conversationOpened(orderId), [orderId]);
  useEffect(() => {
    // Messages marked as read cause no push and no email: nobody has read what came into a hidden tab. If this fails,
    // one is sent.
    if (isVisible && newest !== undefined) void markRead().catch(() => undefined);
  }, [markRead, newest, isVisible]);
  const isGone = isGoneFor(side, error);
  const refresh = useRefresh();
  useEffect(() => {
    // What led here shows the job as it was.
    if (isGone) void refresh((key) => below(keys.providerOrders)(key) || below(keys.conversations)(key));
  }, [isGone, refresh]);
  if (isGone) return <p role="status">{t("provider.job.gone")}</p>;
  const isUnheard = messages === undefined && error !== undefined;
  const tryAgain = (): void => void retry();
  const notLoaded = <ErrorState body={errorText(error, t("messages.error.load"))} busy={isBusy} onRetry={tryAgain} />;
  if (isUnheard && !isUnanswered(error)) return notLoaded;
  const shown = messages ?? pending;
  return (
    <div className="flex flex-col gap-4">
      {isUnheard && (
        <NeedsConnection says={t("messages.earlier")} onBack={tryAgain}>
          {notLoaded}
        </NeedsConnection>
      )}
      {messages === undefined && !isUnheard && (
        <Loading className="flex flex-col gap-3">
          <Skeleton className="h-11 w-2/3 rounded-card" />
          <Skeleton className="ml-auto h-11 w-1/2 rounded-card" />
        </Loading>
      )}
      {(messages !== undefined || (isUnheard && pending.length > 0)) && <Lines messages={shown} />}
      {until !== null && Date.parse(until) <= now ? (
        <p className="text-ink-soft">{t("messages.closed")}</p>
      ) : (
        <>
          {until !== null && (
            <p className="text-caption text-ink-soft">{t("messages.until", { day: formatDate(until, now) })}</p>
          )}
          {notifiedOncePaid !== undefined && (
            <p className="text-caption text-ink-soft">{t("messages.unpaid", { name: notifiedOncePaid })}</p>
          )}
          <Composer
            key={orderId}
            orderId={orderId}
            side={side}
            onSend={(body) => sent(send(body), onProviderChanged)}
            onPhoto={(file, onProgress) => sent(sendPhoto(file, onProgress), onProviderChanged)}
          />
        </>
      )}
    </div>
  );
}
