import { ChevronRight, TriangleAlert } from "lucide-react";
import { useEffect, useRef, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { useJobs } from "@/api/orders/use-orders";
import type { BookingsOnClosedHours } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichToUtc } from "@/lib/dates";
import { pickupWindow } from "@/lib/pickup-window";
import { useNow } from "@/ui/use-now";

import { countOf } from "./use-week";

type ClosedHoursNoticeProps = {
  affected: readonly BookingsOnClosedHours[];
  /** Scrolls into view whenever it changes. */ warnings: number;
};

/** Bookings outside of working hours, with links to their jobs. */
export function ClosedHoursNotice({ affected, warnings }: ClosedHoursNoticeProps): ReactElement | null {
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  // Only for the names; without them the order number is shown.
  const { jobs: orders } = useJobs(affected.length > 0);

  useEffect(() => {
    if (warnings > 0) heading.current?.focus();
  }, [warnings]);

  if (affected.length === 0) return null;
  return (
    <section className="rounded-card border border-warn bg-warn-soft p-4">
      <h2 ref={heading} tabIndex={-1} className="flex items-start gap-2 scroll-mt-20 text-lead font-semibold text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        {t("week.affected", { count: countOf(affected) })}
      </h2>
      <p className="mt-1">{t("week.affected.body")}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {affected.flatMap((slot) =>
          slot.orders.map((orderId) => {
            const customer = orders?.find(({ id }) => id === orderId)?.customer;
            return (
              <li key={orderId}>
                <Link
                  to={`/provider#${orderId}`}
                  className="flex min-h-touch items-center justify-between gap-3 rounded-md border bg-surface px-3.5 py-2 transition-colors hover:bg-sunken"
                >
                  <span className="min-w-0">
                    <span className="block font-semibold tabular-nums">
                      {pickupWindow({ pickupTime: zurichToUtc(slot.date, slot.startTime) }, now)}
                    </span>
                    <span className="block text-ink-soft">
                      {customer !== undefined && customer !== null && <span>{customer.firstName} · </span>}
                      <span>{t("week.affected.order", { number: orderId.slice(-8) })}</span>
                    </span>
                  </span>
                  <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
                </Link>
              </li>
            );
          }),
        )}
      </ul>
    </section>
  );
}
