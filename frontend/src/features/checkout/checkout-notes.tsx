import { CalendarCheck, CreditCard, Hand, LifeBuoy, Undo2 } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";

import { answerHours } from "@/api/providers/answer-hours";
import type { Config, Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence, formatDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { SectionCard } from "@/ui/card";
import { useNow } from "@/ui/use-now";

function Line({ icon, children }: { icon: ReactElement; children: ReactNode }): ReactElement {
  return (
    <li className="flex gap-3 py-1.5">
      <span aria-hidden className="mt-0.5 shrink-0 text-brand-ink">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  );
}

/** Whether its provider must still accept it. Orders cached by an older version lack this field. */
const isManual = ({ acceptsInstantly = true }: Partial<Order>): boolean => !acceptsInstantly;

/** What happens after the payment, in order. */
export function CheckoutNotes({ order, config }: { order: Order; config: Config }): ReactElement {
  const now = useNow();
  const free = order.freeCancellationUntil;
  const hours = answerHours(config.answerWithinMinutes);
  const icon = "size-5";
  return (
    <SectionCard title={t("checkout.next.title")}>
      <ul>
        <Line icon={<CreditCard className={icon} />}>
          {t("checkout.next.charged", { total: formatChf(order.totalAmount) })}
        </Line>
        {isManual(order) && (
          <Line icon={<Hand className={icon} />}>
            {t("common.manual", { name: order.provider.user.firstName, hours })}
          </Line>
        )}
        {free !== null && Date.parse(free) > now && (
          <Line icon={<Undo2 className={icon} />}>
            {t("checkout.next.free", { time: dayTimeInSentence(free, now) })}
          </Line>
        )}
        <Line icon={<CalendarCheck className={icon} />}>
          {t("checkout.next.back", { day: formatDate(order.returnBy, now) })}
        </Line>
        <Line icon={<LifeBuoy className={icon} />}>
          {t("checkout.next.wrong")}{" "}
          <Link to="/support" className="font-semibold text-brand-ink underline underline-offset-4">
            {t("checkout.next.support")}
          </Link>
        </Line>
      </ul>
    </SectionCard>
  );
}
