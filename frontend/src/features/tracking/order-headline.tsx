import { CalendarPlus, LifeBuoy } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { missedDeadline } from "@/api/orders/lateness";
import { awaitsPayment, isRunning } from "@/api/orders/order-status";
import { providerName } from "@/api/providers/provider-name";
import type { Order } from "@/api/types";
import { calendarAddress } from "@/api/orders/use-orders";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { dayTimeInSentence, formatDate } from "@/lib/dates";
import { pickupWindowInSentence } from "@/lib/pickup-window";

/** What happens next (who comes, what to prepare, return); null if nothing is to be expected. */
function whatToExpect(order: Order, now: number): string | null {
  // Handed back: no provider yet.
  if (order.handBackBy !== null) return null;
  const name = providerName(order.provider);
  const time = pickupWindowInSentence(order, now);
  const day = formatDate(order.returnBy, now);
  if (awaitsPayment(order)) return t("tracking.expect.unpaid", { name, time, day });
  switch (order.status) {
    case "pending":
      return order.answerBy === null
        ? t("tracking.expect.pending", { name, time, day })
        : t("tracking.expect.answer", { name, time, day, until: dayTimeInSentence(order.answerBy, now) });
    case "confirmed":
    case "pickup":
    case "washing":
    case "delivery":
      return t(`tracking.expect.${order.status}`, { name, time, day });
    case "completed":
    case "cancelled":
      return null;
  }
}

/** What is late and since when; null if nothing is, or nobody is to come. */
function whatIsLate(order: Order, now: number): string | null {
  const missed = order.handBackBy === null ? missedDeadline(order, now) : null;
  if (missed === null) return null;
  const values = { name: providerName(order.provider), time: dayTimeInSentence(missed.at, now) };
  return t(`tracking.late.${missed.step}`, values);
}

const LINK = "inline-flex min-h-touch items-center gap-2 font-semibold text-brand-ink underline underline-offset-4";

/** The most important facts of an order, and its calendar file; help, if something is late. */
export function OrderHeadline({
  order,
  now,
  isSample,
}: {
  order: Order;
  now: number;
  isSample: boolean;
}): ReactElement | null {
  const late = whatIsLate(order, now);
  const text = late ?? whatToExpect(order, now);
  if (text === null) return null;
  const hasDates = !isSample && isRunning(order);
  return (
    <div className="border-b p-5 pb-3">
      {/* A non-breaking space, so that no line begins with the dot. */}
      <p className={cx("text-lead font-semibold text-balance", late !== null && "text-bad")}>
        {text.replaceAll(" ·", "\u00a0·")}
      </p>
      {late !== null && (
        <Link to={`/support?order=${order.id}`} className={LINK}>
          <LifeBuoy aria-hidden className="size-5" />
          {t("tracking.late.help")}
        </Link>
      )}
      {hasDates && late === null && (
        <a href={calendarAddress(order.id)} download className={LINK}>
          <CalendarPlus aria-hidden className="size-5" />
          {t("tracking.calendar")}
        </a>
      )}
    </div>
  );
}
