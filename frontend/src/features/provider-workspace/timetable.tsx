import { ChevronDown, TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactElement } from "react";

import { missedDeadline } from "@/api/orders/lateness";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { dayTimeInSentence, formatDate, zurichDate, zurichTime } from "@/lib/dates";
import { pickupWindow } from "@/lib/pickup-window";
import { wholeHours } from "@/ui/whole-hours";

import { ExpressDue } from "./express-due";
import { customerName, JobCard, type JobCardProps } from "./job-card";
import { dueAt, inSections, inStops, isWithProvider, type Section } from "./job-day";

/** Whether the hour alone says when a stop is due: what is under way may be due on another day. */
function isByHour(section: Section, order: Order, now: number): boolean {
  const isToday = zurichDate(dueAt(order)) === zurichDate(now);
  return section === "tomorrow" || ((section === "today" || section === "underWay") && isToday);
}

/** When a stop is due, as its section says it: by the hour for a day, with the day elsewhere. */
function dueText(section: Section, order: Order, now: number): string {
  const missed = missedDeadline(order, now);
  if (section === "answer" && order.answerBy !== null)
    return t("provider.answer.by", { time: dayTimeInSentence(order.answerBy, now) });
  if (missed !== null) return t(`provider.job.late.${missed.step}`, { time: dayTimeInSentence(missed.at, now) });
  if (section === "home") return t("provider.job.back", { day: formatDate(order.returnBy, now) });
  const byHour = isByHour(section, order, now);
  if (isWithProvider(order))
    return t("provider.row.by", {
      time: byHour ? zurichTime(order.returnBy) : dayTimeInSentence(order.returnBy, now),
    });
  return byHour ? zurichTime(order.pickupTime) : pickupWindow(order, now);
}

type StopProps = Omit<JobCardProps, "order" | "isNext" | "isJoined"> & {
  section: Section;
  jobs: readonly Order[];
  /** The id of the job in the URL. */ named: string;
};

/** Whether the customer has named allergies; orders cached by an older version of the app lack care. */
const hasAllergies = ({ care }: Order): boolean => (care?.allergies ?? "") !== "";

/** A stop in one line; pressed, it shows its jobs with everything that can be done. */
function Stop({ section, jobs, named, ...rest }: StopProps): ReactElement | null {
  const isNamed = jobs.some(({ id }) => id === named);
  const [isOpen, setIsOpen] = useState(isNamed);
  const [wasNamed, setWasNamed] = useState(isNamed);
  // A notification may name it while the page is open.
  if (wasNamed !== isNamed) {
    setWasNamed(isNamed);
    if (isNamed) setIsOpen(true);
  }
  const row = useRef<HTMLLIElement>(null);
  const panel = useId();
  useEffect(() => {
    // Focus also scrolls it into view.
    if (isNamed) row.current?.focus();
  }, [isNamed]);
  const [first] = jobs;
  if (first === undefined) return null;
  const address = isWithProvider(first) ? first.deliveryAddress : first.pickupAddress;
  const names = [...new Set(jobs.map(customerName))].join(", ");
  return (
    <li ref={row} tabIndex={-1} className="scroll-mt-20 rounded-card">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-touch w-full items-center gap-3 px-4 py-2.5 text-left font-normal transition-colors hover:bg-sunken"
        >
          <span className={cx("min-w-0 grow", isByHour(section, first, rest.now) && "grid grid-cols-[4rem_1fr] gap-3")}>
            <span className={cx("font-bold tabular-nums", section === "late" && "text-bad")}>
              {wholeHours(dueText(section, first, rest.now))}
            </span>
            <span className="block min-w-0">
              <span className="font-semibold">{names}</span>
              {jobs.length > 1 && (
                <span className="text-ink-soft"> · {t("provider.row.orders", { count: jobs.length })}</span>
              )}
              <ExpressDue jobs={jobs} now={rest.now} />
              {jobs.some(hasAllergies) && (
                <span className="flex items-center gap-1 text-caption font-semibold">
                  <TriangleAlert aria-hidden className="size-4 shrink-0" />
                  {t("provider.row.allergies")}
                </span>
              )}
              <span className="block text-caption text-ink-soft">
                {[address, t(`steps.${first.status}`)].filter((part) => part !== null).join(" · ")}
              </span>
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={cx("size-5 shrink-0 text-ink-soft transition-transform", isOpen && "rotate-180")}
          />
        </button>
      </h3>
      <div id={panel} className={cx("flex flex-col gap-2", isOpen && "px-2 pb-2")}>
        {isOpen &&
          jobs.map((order, index) => (
            <JobCard key={order.id} {...rest} order={order} isNext={false} isJoined={index > 0} />
          ))}
      </div>
    </li>
  );
}

export type TimetableProps = Omit<StopProps, "section">;

/** The jobs that are not done now, a line for each stop: today by the hour, what is at home apart. */
export function Timetable({ jobs, ...rest }: TimetableProps): ReactElement {
  const id = useId();
  return (
    <div className="flex flex-col gap-6">
      {inSections(jobs, rest.now).map(({ section, jobs: those }) => (
        <section key={section} aria-labelledby={`${id}-${section}`}>
          <h2
            id={`${id}-${section}`}
            className={cx(
              "mb-2 text-lead font-semibold",
              section === "late" && "text-bad",
              section === "answer" && "text-warn",
            )}
          >
            {t(`provider.section.${section}`)} <span className="font-normal tabular-nums">({those.length})</span>
          </h2>
          <ul className="card divide-y">
            {inStops(those).map((stop) => (
              <Stop key={stop[0]?.id} section={section} jobs={stop} {...rest} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
