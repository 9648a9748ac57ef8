import { useId, type ReactElement, type ReactNode } from "react";

import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

import { inSections, type Section } from "./job-day";

type SectionProps = { section: Section; jobs: readonly Order[]; list: (jobs: readonly Order[]) => ReactNode };

function JobSection({ section, jobs, list }: SectionProps): ReactElement {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={cx("mb-2 text-lead font-semibold", section === "late" && "text-bad", section === "answer" && "text-warn")}>
        {t(`provider.section.${section}`)} <span className="font-normal tabular-nums">({jobs.length})</span>
      </h2>
      {list(jobs)}
    </section>
  );
}

type OpenJobsProps = { orders: readonly Order[]; now: number; /** Draws some of them. */ list: (jobs: readonly Order[]) => ReactNode };

/** The jobs that are to be done: what waits for an answer, what is late, then day by day. */
export function OpenJobs({ orders, now, list }: OpenJobsProps): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      {inSections(orders, now).map(({ section, jobs }) => (
        <JobSection key={section} section={section} jobs={jobs} list={list} />
      ))}
    </div>
  );
}
