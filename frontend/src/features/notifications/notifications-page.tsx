import { Bell, CreditCard, MessageCircle, Package, Star } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { errorText } from "@/api/http/error-text";
import { useAct } from "@/api/http/use-act";
import { useUndoable } from "@/api/http/use-undoable";
import { useNotificationActs } from "@/api/notifications/use-notification-acts";
import { useNotifications, type NotificationsState } from "@/api/notifications/use-notifications";
import { useSession } from "@/api/session/session";
import type { Notification } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatDay, formatDayTime, formatRelative, zurichDate } from "@/lib/dates";
import { Button } from "@/ui/button";
import { FailureNotice, type Failure } from "@/ui/failure-notice";
import { NoNotificationsArt } from "@/ui/illustrations/empty";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

/** Notifications about one order on one day, newest first; `orderId` is null for others. */
type Group = { key: string; orderId: string | null; notices: Notification[] };
/** A day in Zurich, "Today", with its notifications. */
type Day = { date: string; title: string; groups: Group[] };

const ORDER = /^\/(?:tracking\/|provider#)([0-9a-f-]{36})/;

/** The order that a notification links to; null for none. */
function orderOf({ link }: Notification): string | null {
  return ORDER.exec(link ?? "")?.[1] ?? null;
}

/** Groups notifications by day, then by order. Newest first, as from the server. */
function groupedByDay(notices: readonly Notification[], now: number): Day[] {
  const days = new Map<string, Day>();
  for (const notice of notices) {
    const date = zurichDate(notice.createdAt);
    const day = days.get(date) ?? { date, title: formatDay(notice.createdAt, now), groups: [] };
    days.set(date, day);
    const orderId = orderOf(notice);
    const group = orderId === null ? undefined : day.groups.find((one) => one.orderId === orderId);
    if (group === undefined) day.groups.push({ key: notice.id, orderId, notices: [notice] });
    else group.notices.push(notice);
  }
  return [...days.values()];
}

function Icon({ kind }: { kind: string }): ReactElement {
  const shape = "size-5";
  if (kind.startsWith("order")) return <Package aria-hidden className={shape} />;
  if (kind.startsWith("message")) return <MessageCircle aria-hidden className={shape} />;
  if (kind.startsWith("review")) return <Star aria-hidden className={shape} />;
  if (kind.startsWith("payment") || kind.startsWith("refund")) return <CreditCard aria-hidden className={shape} />;
  return <Bell aria-hidden className={shape} />;
}

type RowProps = { now: number; onRead: (notice: Notification) => Promise<unknown> };

/** A notification. Others can be read while this one is being marked as read. */
function Notice({ notice, now, onRead }: RowProps & { notice: Notification }): ReactElement {
  const { failure, act } = useAct();
  const read = (): void => void act(() => onRead(notice), { title: t("notifications.notRead") });
  const isUnread = notice.readAt === null;
  const content = (
    <>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
        <Icon kind={notice.kind} />
      </span>
      <span className="min-w-0 grow basis-40">
        <span className={cx("block", isUnread && "font-semibold")}>{notice.title}</span>
        <span className="block text-ink-soft">{notice.body}</span>
        <span className="block text-caption text-ink-soft">
          {formatRelative(notice.createdAt, now) ?? formatDayTime(notice.createdAt, now)}
        </span>
      </span>
      {isUnread && (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t("notifications.unread")}</span>
        </span>
      )}
    </>
  );
  const shape = "flex w-full flex-wrap gap-3 p-4 text-left transition-colors hover:bg-sunken";
  return (
    <li>
      {notice.link === null || notice.link === "" ? (
        <button type="button" className={shape} onClick={read}>
          {content}
        </button>
      ) : (
        <Link to={notice.link} className={shape} onClick={read}>
          {content}
        </Link>
      )}
      {failure !== null && <FailureNotice {...failure} />}
    </li>
  );
}

/** A group: an order's notifications, or a single one. */
function GroupOf({ group, ...row }: RowProps & { group: Group }): ReactElement {
  const rows = group.notices.map((notice) => <Notice key={notice.id} notice={notice} {...row} />);
  if (group.orderId === null || group.notices.length === 1) return <>{rows}</>;
  return (
    <li>
      <h3 className="px-4 pt-3 text-caption font-semibold text-ink-soft">
        {t("notifications.order", { number: group.orderId.slice(-8) })}
      </h3>
      <ul>{rows}</ul>
    </li>
  );
}

const ALL = "notices";

type Reading = {
  read: (notice: Notification) => Promise<unknown>;
  readAll: () => void;
  isAllRead: boolean;
  /** Why not all were marked as read. */
  notRead: Failure | null;
};

/** Marks notifications as read: one at once, all of them with ten seconds to undo. */
function useReading(state: NotificationsState): Reading {
  const { list } = state;
  const { markRead, markReadHere, showRead } = useNotificationActs(state);
  const { user } = useSession();
  const { hold, isHeld, failureOf } = useUndoable();
  const allFailure = failureOf(ALL);

  const read: Reading["read"] = async ({ id, readAt }) => {
    if (readAt !== null) return;
    if (user === null) markReadHere([id]);
    else await markRead({ ids: [id] }).send();
  };
  const readAll = (): void => {
    if (user === null) {
      markReadHere();
      return;
    }
    // Notifications that arrive during the undo time stay unread.
    const ids = (list?.results ?? []).filter(({ readAt }) => readAt === null).map(({ id }) => id);
    const which = list?.unread === ids.length ? { ids } : {};
    const showUnread = showRead();
    hold({
      name: ALL,
      title: t("notifications.allRead"),
      ...markRead(which),
      onNotDone: showUnread,
    });
  };
  return {
    read,
    readAll,
    isAllRead: isHeld(ALL),
    notRead:
      allFailure === undefined
        ? null
        : { title: t("notifications.notRead"), text: errorText(allFailure), isSaid: true },
  };
}

/** The account's notifications by day and order, newest first. */
export function NotificationsPage(): ReactElement {
  const state = useNotifications();
  const { list, unread, error, isLoading, refresh } = state;
  const { read, readAll, isAllRead, notRead } = useReading(state);
  const now = useNow();
  const { user } = useSession();

  return (
    <Page
      title={t("notifications.notifications.title")}
      backTo="/"
      action={
        unread > 0 &&
        !isAllRead && (
          <Button size="sm" variant="ghost" onClick={readAll}>
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
      {notRead !== null && (
        <div className="mb-4">
          <FailureNotice {...notRead} />
        </div>
      )}
      {list?.results.length === 0 && (
        <EmptyState
          picture={<NoNotificationsArt />}
          title={t("notifications.empty.title")}
          body={t("notifications.empty.body")}
        />
      )}
      {groupedByDay(list?.results ?? [], now).map(({ date, title, groups }) => (
        <section key={date} aria-labelledby={`day-${date}`} className="mb-5">
          <h2 id={`day-${date}`} className="mb-2 font-semibold">
            {title}
          </h2>
          <ul className="card divide-y overflow-hidden">
            {groups.map((group) => (
              <GroupOf key={group.key} group={group} now={now} onRead={read} />
            ))}
          </ul>
        </section>
      ))}
      {user !== null && (
        <Link
          to="/profile/settings"
          className="inline-flex min-h-touch items-center font-medium text-brand-ink underline underline-offset-4"
        >
          {t("notifications.choose")}
        </Link>
      )}
    </Page>
  );
}
