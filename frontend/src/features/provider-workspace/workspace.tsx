import { useEffect, useId, useRef, type ReactElement, type ReactNode } from "react";
import { useLocation } from "react-router-dom";

import { errorText } from "@/api/http/error-text";
import { useUndoable } from "@/api/http/use-undoable";
import { awaitsPayment } from "@/api/orders/order-status";
import { useJobs } from "@/api/orders/use-orders";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { ButtonLink } from "@/ui/button";
import { lazyPart, SILENT } from "@/ui/lazy-part";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { Tabs } from "@/ui/tabs";
import { useAddressChoice } from "@/ui/use-address-state";
import { useNow } from "@/ui/use-now";

import { JobCard, type JobCardProps } from "./job-card";
import { actOn, byPickup, inSections, inStops, isOver, nextToDo } from "./job-day";
import { useNamedJob, type NamedJob } from "./use-named-job";
import { useOlderJobs } from "./use-older-jobs";

/** The jobs of the stop to which a job belongs, itself first. */
function atDoorOf(order: Order, jobs: readonly Order[]): Order[] {
  const stop = inStops(jobs).find((some) => some.includes(order)) ?? [];
  return [order, ...stop.filter((other) => other !== order)];
}

type OpenJobsProps = ForJobs & {
  orders: readonly Order[];
  now: number;
  named: string;
  list: List;
};

/** Open jobs: what is to be done now, or comes next, with everything of it; the others in a line each. */
function OpenJobs({ orders, now, list, ...rest }: OpenJobsProps): ReactElement {
  const heading = useId();
  const { isHeld } = useUndoable();
  // A step that can be undone keeps its place, so that a double tap does not take the step of the job after it.
  const held = orders.filter((order) => isHeld(actOn(order)));
  const free = orders.filter((order) => !held.includes(order));
  const next = nextToDo(free, now);
  const [coming] = inSections(free, now).flatMap(({ jobs }) => jobs);
  const first = next ?? (held.length === 0 ? coming : undefined);
  const shown = [...held, ...(first === undefined ? [] : atDoorOf(first, free))];
  const others = orders.filter((order) => !shown.includes(order));
  return (
    <>
      <Offers isNext={next === undefined} />
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[3fr_2fr]">
        {shown.length > 0 && (
          <section aria-labelledby={heading}>
            <h2 id={heading} className="mb-2 text-lead font-semibold">
              {t(next === undefined && held.length === 0 ? "provider.section.next" : "provider.section.now")}
            </h2>
            {list(shown, next, held.length)}
          </section>
        )}
        <Timetable {...rest} now={now} jobs={others} />
      </div>
    </>
  );
}

const OlderJobs = lazyPart(async () => (await import("./older-jobs")).OlderJobs);
const NoJobs = lazyPart(async () => (await import("./no-jobs")).NoJobs);
const JobToasts = lazyPart(async () => (await import("./job-toasts")).JobToasts, SILENT);
const SoundSwitch = lazyPart(async () => (await import("./sound-switch")).SoundSwitch, SILENT);
const Offers = lazyPart(async () => (await import("./offers")).Offers, SILENT);
const PausedBanner = lazyPart(async () => (await import("./paused-banner")).PausedBanner, SILENT);
const Timetable = lazyPart(async () => (await import("./timetable")).Timetable);

const FILTERS = ["open", "waiting", "done"] as const;
type Filter = (typeof FILTERS)[number];
type ForJobs = Pick<JobCardProps, "onMessage" | "claims" | "rating">;
/** Renders some jobs; `next` is the most urgent one, and those after the first from `joinedFrom` on are joined to it. */
type List = (jobs: readonly Order[], next?: Order, joinedFrom?: number) => ReactNode;

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
  const jobs = jobsOf(orders, filter);
  const isListed = jobs.some(({ id }) => id === named);
  // Focus also scrolls it into view. It may come after the others.
  useEffect(() => linked.current?.focus(), [named, isListed]);
  if (jobs.length === 0) {
    return (
      <>
        {filter === "open" && <Offers isNext />}
        <NoJobs filter={filter} />
      </>
    );
  }
  const list: List = (some, next, joinedFrom = some.length) => (
    <ul className={cx("grid grid-cols-1 items-start gap-3", filter !== "open" && "md:grid-cols-2")}>
      {some.map((order, index) => (
        <li
          key={order.id}
          {...(order.id === named && { ref: linked, tabIndex: -1 })}
          className="scroll-mt-20 rounded-card"
        >
          <JobCard order={order} now={now} isNext={order === next} isJoined={index > joinedFrom} {...forJobs} />
        </li>
      ))}
    </ul>
  );
  if (filter === "open") return <OpenJobs orders={jobs} now={now} named={named} list={list} {...forJobs} />;
  return (
    <section>
      <h2 className="sr-only">{t(`provider.tab.${filter}`)}</h2>
      {list(jobs)}
    </section>
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

/** Why the job that the address names is not shown. */
function Unlisted({ isGone, error, isBusy, retry }: NamedJob): ReactElement | null {
  if (isGone) {
    return (
      <p role="status" className="mb-4 rounded-md bg-warn-soft px-4 py-3 text-warn">
        {t("provider.job.gone")}
      </p>
    );
  }
  if (error === undefined) return null;
  return (
    <div className="mb-4">
      <ErrorState body={errorText(error, t("provider.job.error"))} busy={isBusy} onRetry={() => void retry()} />
    </div>
  );
}

function Board(forJobs: ForJobs): ReactElement {
  const named = useLocation().hash.slice(1);
  const [chosen, setFilter] = useAddressChoice("tab", FILTERS);
  const { jobs: latest, error, isBusy, retry } = useJobs();
  const { jobs: listed, hasMore, load } = useOlderJobs(latest ?? []);
  const linked = useNamedJob(named, latest && listed);
  if (latest === undefined && error !== undefined) {
    return <ErrorState body={errorText(error, t("provider.error.body"))} busy={isBusy} onRetry={() => void retry()} />;
  }
  if (latest === undefined) return <ListSkeleton />;
  const { job } = linked;
  const jobs = job === undefined || listed.includes(job) ? listed : [...listed, job];
  const filter = chosen ?? (job === undefined ? "open" : filterOf(job));
  return (
    <>
      {job === undefined && <Unlisted {...linked} />}
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
    </>
  );
}

type WorkspaceProps = ForJobs & {
  /** The order whose conversation is open; null for none. */ talkingAbout: string | null;
  /** Shown above the jobs. */ notice: ReactNode;
};

/** A provider's jobs by due time, each with its next step. */
export function Workspace({ talkingAbout, notice, ...forJobs }: WorkspaceProps): ReactElement {
  return (
    <Page title={t("provider.workspace.title")} backTo="/profile" width="page">
      <JobToasts talkingAbout={talkingAbout} />
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
