import { CalendarPlus } from "lucide-react";
import type { ReactElement } from "react";

import { awaitsPayment, isRunning } from "@/api/orders/order-status";
import { providerName } from "@/api/providers/provider-name";
import type { Order } from "@/api/types";
import { calendarAddress } from "@/api/orders/use-orders";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence, formatDate } from "@/lib/dates";

/** Who comes when, what to have ready, and by when the laundry is back; null where there is nothing to expect any more. */
function whatToExpect(order: Order, now: number): string | null {
  // Nobody comes yet.
  if (order.handBackBy !== null) return null;
  const name = providerName(order.provider);
  const time = dayTimeInSentence(order.pickupTime, now, order.pickupUntil);
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

/** What an order's customer wants to know first, and the file that puts it into their calendar. */
export function OrderHeadline({
  order,
  now,
  isSample,
}: {
  order: Order;
  now: number;
  isSample: boolean;
}): ReactElement | null {
  const text = whatToExpect(order, now);
  if (text === null) return null;
  const hasDates = !isSample && isRunning(order);
  return (
    <div className="border-b p-5 pb-3">
      {/* No line begins with the dot between two facts. */}
      <p className="text-lead font-semibold text-balance">{text.replaceAll(" ·", "\u00a0·")}</p>
      {hasDates && (
        <a
          href={calendarAddress(order.id)}
          download
          className="inline-flex min-h-touch items-center gap-2 font-semibold text-brand-ink underline underline-offset-4"
        >
          <CalendarPlus aria-hidden className="size-5" />
          {t("tracking.calendar")}
        </a>
      )}
    </div>
  );
}
