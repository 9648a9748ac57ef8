import { Bell, CreditCard, MessageCircle, Package, Star } from "lucide-react";
import { useState, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { errorText } from "@/resources/error-text";
import type { Notification } from "@/resources/types";
import { useNotifications } from "@/resources/use-notifications";
import { useSession } from "@/resources/session";
import { t } from "@/i18n/i18n";
import { formatDayTime, formatRelative } from "@/lib/dates";
import { cx } from "@/lib/cx";
import { Button } from "@/ui/button";
import { NoNotificationsArt } from "@/ui/illustrations/empty";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

function Icon({ kind }: { kind: string }): ReactElement {
  const shape = "size-5";
  if (kind.startsWith("order")) return <Package aria-hidden className={shape} />;
  if (kind.startsWith("message")) return <MessageCircle aria-hidden className={shape} />;
  if (kind.startsWith("review")) return <Star aria-hidden className={shape} />;
  if (kind.startsWith("payment") || kind.startsWith("refund")) return <CreditCard aria-hidden className={shape} />;
  return <Bell aria-hidden className={shape} />;
}

function Notice({ notice, now, onRead }: { notice: Notification; now: number; onRead: () => void }): ReactElement {
  const isUnread = notice.readAt === null;
  const content = (
    <>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
        <Icon kind={notice.kind} />
      </span>
      <span className="min-w-0 grow">
        <span className={cx("block", isUnread && "font-semibold")}>{notice.title}</span>
        <span className="block text-ink-soft">{notice.body}</span>
        <span className="block text-caption text-ink-soft">{formatRelative(notice.createdAt, now) ?? formatDayTime(notice.createdAt, now)}</span>
      </span>
      {isUnread && (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t("notifications.unread")}</span>
        </span>
      )}
    </>
  );
  const shape = "flex w-full gap-3 p-4 text-left transition-colors hover:bg-sunken";
  return notice.link === null || notice.link === "" ? (
    <button type="button" className={shape} onClick={onRead}>
      {content}
    </button>
  ) : (
    <Link to={notice.link} className={shape} onClick={onRead}>
      {content}
    </Link>
  );
}

/** What the account has been told, newest first. */
export function NotificationsPage(): ReactElement {
  const { list, unread, error, isLoading, refresh, markRead } = useNotifications();
  const { user } = useSession();
  const [busy, setBusy] = useState(false);
  const now = useNow();

  const read = async (ids?: string[]): Promise<void> => {
    try {
      await markRead({ signedIn: user !== null, ...(ids === undefined ? {} : { ids }) });
    } catch (failure) {
      showToast({ title: t("common.error.title"), description: errorText(failure), variant: "destructive" });
    }
  };
  const readAll = async (): Promise<void> => {
    setBusy(true);
    await read();
    setBusy(false);
  };

  return (
    <Page
      title={t("notifications.notifications.title")}
      backTo="/"
      action={
        unread > 0 && (
          <Button size="sm" variant="ghost" busy={busy} onClick={() => void readAll()}>
            {t("notifications.markAll")}
          </Button>
        )
      }
    >
      {list === undefined && isLoading && (
        <Loading className="flex flex-col gap-3">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-24 rounded-card" />
          ))}
        </Loading>
      )}
      {list === undefined && !isLoading && (
        <ErrorState body={errorText(error, t("notifications.error.body"))} onRetry={() => void refresh()} />
      )}
      {list?.results.length === 0 && (
        <EmptyState picture={<NoNotificationsArt />} title={t("notifications.empty.title")} body={t("notifications.empty.body")} />
      )}
      {list !== undefined && list.results.length > 0 && (
        <ul className="card divide-y overflow-hidden">
          {list.results.map((notice) => (
            <li key={notice.id}>
              <Notice notice={notice} now={now} onRead={() => notice.readAt === null && void read([notice.id])} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
