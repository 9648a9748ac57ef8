import { ChevronRight } from "lucide-react";
import type { ComponentType, ReactElement } from "react";
import { Link } from "react-router-dom";

import { missedDeadline } from "@/api/orders/lateness";
import { isRunning } from "@/api/orders/order-status";
import { useOrders } from "@/api/orders/use-orders";
import { useSession } from "@/api/session/session";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { dayTimeInSentence, formatDate } from "@/lib/dates";
import { pickupWindowInSentence } from "@/lib/pickup-window";
import { Avatar } from "@/ui/avatar";
import { useNow } from "@/ui/use-now";

/** When the customer is next concerned (ms): whoever is on the way comes first. */
function nextMoment({ status, pickupTime, returnBy }: Order): number {
  if (status === "pickup" || status === "delivery") return 0;
  return Date.parse(status === "washing" ? returnBy : pickupTime);
}

/** What comes next, in a sentence, and whether it is late. */
function whatComes(order: Order, now: number): { text: string; isLate: boolean } {
  const name = order.provider.user.firstName;
  if (order.handBackBy !== null) return { text: t("running.handedBack", { name }), isLate: false };
  const missed = missedDeadline(order, now);
  if (missed !== null) {
    return { text: t(`running.late.${missed.step}`, { name, time: dayTimeInSentence(missed.at, now) }), isLate: true };
  }
  const time = pickupWindowInSentence(order, now);
  const day = formatDate(order.returnBy, now);
  switch (order.status) {
    case "pending":
      return { text: t("running.pending", { name, time }), isLate: false };
    case "pickup":
    case "washing":
    case "delivery":
      return { text: t(`running.${order.status}`, { name, day }), isLate: false };
    case "confirmed":
    case "completed":
    case "cancelled":
      return { text: t("running.confirmed", { name, time }), isLate: false };
  }
}

/** The account's next running order, one tap from its page, and how many more there are; `Otherwise` without one. */
export function RunningOrder({ Otherwise }: { Otherwise: ComponentType }): ReactElement {
  const { user } = useSession();
  const now = useNow();
  const { orders = [] } = useOrders(user?.id ?? null);
  const [next, ...others] = orders.filter(isRunning).sort((one, other) => nextMoment(one) - nextMoment(other));
  if (next === undefined) return <Otherwise />;
  const { provider } = next;
  const { firstName, lastName, profileImageUrl } = provider.user;
  const { text, isLate } = whatComes(next, now);
  return (
    // As high as the picture, also with two lines and the link below.
    <section
      aria-label={t("running.title")}
      className="flex min-h-30 flex-col justify-center md:aspect-12/5 md:w-2/5 md:max-w-90"
    >
      <Link
        to={`/tracking/${next.id}`}
        className="card flex min-h-20 flex-wrap items-center gap-3 border-brand px-4 py-3 transition-colors hover:bg-sunken"
      >
        <Avatar id={provider.id} firstName={firstName} lastName={lastName} imageUrl={profileImageUrl} />
        <span className={cx("min-w-0 grow basis-40 text-lead font-semibold tabular-nums", isLate && "text-bad")}>
          {text}
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-brand-ink max-[14rem]:hidden" />
      </Link>
      {others.length > 0 && (
        <Link
          to="/tracking"
          className="-my-0.5 inline-flex min-h-touch items-center self-start font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          {t("running.more", { count: others.length })}
        </Link>
      )}
    </section>
  );
}
