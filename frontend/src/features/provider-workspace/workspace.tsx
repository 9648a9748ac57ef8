import { useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from "react";
import { useLocation } from "react-router-dom";

import { errorText } from "@/api/http/error-text";
import { useAct } from "@/api/http/use-act";
import { useUndoable } from "@/api/http/use-undoable";
import { useNotifications } from "@/api/notifications/use-notifications";
import { awaitsPayment } from "@/api/orders/order-status";
import { useJobs } from "@/api/orders/use-orders";
import type { Notification, Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { NoOrdersArt } from "@/ui/illustrations/orders-art";
import { lazyPart, SILENT } from "@/ui/lazy-part";
import { announce } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { Switch } from "@/ui/switch";
import { Tabs } from "@/ui/tabs";
import { useAddressChoice } from "@/ui/use-address-state";
import { useNow } from "@/ui/use-now";

import { JobCard, type JobCardProps } from "./job-card";
import { actOn, byPickup, inSections, isOver, nextToDo, type Section } from "./job-day";
import { isSoundOn, playSound, setSound } from "./sound";
import { useOlderJobs } from "./use-older-jobs";

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

/** `talkingAbout`: the order whose conversation is open, so its messages need no toast. */
function isNew(notice: Notification, talkingAbout: string | null): boolean {
  // A provider can also be a customer: notifications of own orders link to other pages.
  if (notice.readAt !== null || !notice.link?.startsWith("/provider")) return false;
  if (notice.kind === "message" && notice.link === `/provider#${talkingAbout ?? ""}`) return false;
  return KINDS.includes(notice.kind);
}

/** Toasts, and a sound if enabled, for changes to jobs while the page is open. */
function useJobToasts(talkingAbout: string | null): void {
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
    if (isSoundOn()) playSound();
  }, [list, talkingAbout]);
}

/** Switches the sound; switching it on plays it. */
function SoundSwitch(): ReactElement {
  const [isOn, setOn] = useState(isSoundOn);
  const change = (next: boolean): void => {
    setSound(next);
    setOn(next);
    if (next) playSound();
  };
  return (
    <Card className="mt-6 max-w-task">
      <Switch
        label={t("provider.sound.label")}
        description={t("provider.sound.body")}
        checked={isOn}
        onCheckedChange={change}
      />
    </Card>
  );
}

type SectionProps = { section: Section; jobs: readonly Order[]; list: (jobs: readonly Order[]) => ReactNode };

function JobSection({ section, jobs, list }: SectionProps): ReactElement {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2
        id={heading}
        className={cx(
          "mb-2 text-lead font-semibold",
          section === "late" && "text-bad",
          section === "answer" && "text-warn",
        )}
      >
        {t(`provider.section.${section}`)} <span className="font-normal tabular-nums">({jobs.length})</span>
      </h2>
      {list(jobs)}
    </section>
  );
}

type OpenJobsProps = {
  orders: readonly Order[];
  now: number;
  /** Renders some of them. */ list: (jobs: readonly Order[]) => ReactNode;
};

/** Open jobs: waiting for acceptance, late, then by day. */
function OpenJobs({ orders, now, list }: OpenJobsProps): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      {inSections(orders, now).map(({ section, jobs }) => (
        <JobSection key={section} section={section} jobs={jobs} list={list} />
      ))}
    </div>
  );
}

const Offers = lazyPart(async () => (await import("./offers")).Offers, SILENT);
const PausedBanner = lazyPart(async () => (await import("./paused-banner")).PausedBanner, SILENT);

const FILTERS = ["open", "waiting", "done"] as const;
type Filter = (typeof FILTERS)[number];
type ForJobs = Pick<JobCardProps, "onMessage" | "claims">;

function filterOf(order: Order): Filter {
  if (isOver(order)) return "done";
  return awaitsPayment(order) ? "waiting" : "open";
}

/** Open jobs by due time, finished ones newest first. */
function jobsOf(orders: readonly Order[], filter: Filter): Order[] {
  const jobs = orders.filter((order) => filterOf(order) === filter).sort(byPickup);
  return filter === "done" ? jobs.reverse() : jobs;
}

type JobsProps = ForJobs & {
  orders: readonly Order[];
  filter: Filter;
  /** The id of the job in the URL. */ named: string;
};

function Jobs({ orders, filter, named, ...forJobs }: JobsProps): ReactElement {
  const now = useNow();
  const linked = useRef<HTMLLIElement>(null);
  const { isHeld } = useUndoable();
  // Focus also scrolls it into view.
  useEffect(() => linked.current?.focus(), [named]);
  const jobs = jobsOf(orders, filter);
  const next =
    filter === "open"
      ? nextToDo(
          jobs.filter((order) => !isHeld(actOn(order))),
          now,
        )?.id
      : undefined;
  const offers = filter === "open" && <Offers isNext={next === undefined} />;
  if (jobs.length === 0) {
    return (
      <>
        {offers}
        <EmptyState
          picture={<NoOrdersArt />}
          title={t(`provider.empty.${filter}.title`)}
          body={t(`provider.empty.${filter}.body`)}
        />
      </>
    );
  }
  const list = (some: readonly Order[]): ReactElement => (
    <ul className="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
      {some.map((order) => (
        <li
          key={order.id}
          {...(order.id === named && { ref: linked, tabIndex: -1 })}
          className="scroll-mt-20 rounded-card"
        >
          <JobCard order={order} now={now} isNext={order.id === next} {...forJobs} />
        </li>
      ))}
    </ul>
  );
  if (filter === "open") {
    return (
      <>
        {offers}
        <OpenJobs orders={jobs} now={now} list={list} />
      </>
    );
  }
  return (
    <section>
      <h2 className="sr-only">{t(`provider.tab.${filter}`)}</h2>
      {list(jobs)}
    </section>
  );
}

function OlderJobs({ load }: { load: () => Promise<void> }): ReactElement {
  const { isBusy, failure, act } = useAct();
  return (
    <div className="mt-3 flex flex-col gap-2">
      {failure !== null && <FailureNotice {...failure} />}
      <Button
        variant="ghost"
        wide
        busy={isBusy}
        onClick={() => void act(load, { fallback: t("provider.history.error") })}
      >
        {t("provider.history.more")}
      </Button>
    </div>
  );
}

function ListSkeleton(): ReactElement {
  return (
    <Loading className="flex flex-col gap-3">
      <Skeleton className="h-13 rounded-md" />
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </Loading>
  );
}

function Board(forJobs: ForJobs): ReactElement {
  const named = useLocation().hash.slice(1);
  const [chosen, setFilter] = useAddressChoice("tab", FILTERS);
  const { jobs: latest, error, isBusy, retry } = useJobs();
  const { jobs, hasMore, load } = useOlderJobs(latest ?? []);
  if (latest === undefined && error !== undefined) {
    return <ErrorState body={errorText(error, t("provider.error.body"))} busy={isBusy} onRetry={() => void retry()} />;
  }
  if (latest === undefined) return <ListSkeleton />;
  const linked = jobs.find(({ id }) => id === named);
  const filter = chosen ?? (linked === undefined ? "open" : filterOf(linked));
  return (
    <Tabs
      label={t("provider.workspace.tabs")}
      value={filter}
      onValueChange={setFilter}
      tabs={FILTERS.map((value) => ({
        value,
        label: `${t(`provider.tab.${value}`)} (${jobsOf(jobs, value).length}${value === "done" && hasMore ? "+" : ""})`,
        content: (
          <>
            <Jobs orders={jobs} filter={value} named={named} {...forJobs} />
            {value === "done" && hasMore && <OlderJobs load={load} />}
          </>
        ),
      }))}
    />
  );
}

type WorkspaceProps = ForJobs & {
  /** The order whose conversation is open; null for none. */ talkingAbout: string | null;
  /** Shown above the jobs. */ notice: ReactNode;
};

/** A provider's jobs by due time, each with its next step. */
export function Workspace({ talkingAbout, notice, ...forJobs }: WorkspaceProps): ReactElement {
  useJobToasts(talkingAbout);
  return (
    <Page title={t("provider.workspace.title")} backTo="/profile" width="page">
      <PausedBanner />
      {notice !== null && <div className="mb-4 max-w-task">{notice}</div>}
      <Board {...forJobs} />
      <SoundSwitch />
      <nav aria-label={t("provider.more.label")} className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to="/provider/settings">{t("provider.more.settings")}</ButtonLink>
        <ButtonLink to="/provider/apply">{t("provider.more.insurance")}</ButtonLink>
      </nav>
    </Page>
  );
}
