import { useLayoutEffect, useRef, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { isRunning } from "@/api/orders/order-status";
import { useOrders } from "@/api/orders/use-orders";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { pickupWindow } from "@/lib/pickup-window";
import { useNow } from "@/ui/use-now";

/** Switches between running orders, earliest pickup first; nothing if there is only one. */
export function RunningOrders({ customerId, shownId }: { customerId: string; shownId: string }): ReactElement | null {
  const now = useNow();
  const { orders } = useOrders(customerId);
  const running = (orders ?? [])
    .filter(isRunning)
    .sort((one, other) => Date.parse(one.pickupTime) - Date.parse(other.pickupTime));
  const list = useRef<HTMLUListElement>(null);
  const count = running.length;
  useLayoutEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>("[aria-current]");
    // Scroll the shown order into view.
    if (list.current !== null && shown)
      list.current.scrollLeft = shown.offsetLeft - (list.current.clientWidth - shown.offsetWidth) / 2;
  }, [count, shownId]);
  if (running.length < 2 || !running.some(({ id }) => id === shownId)) return null;
  const label = t("tracking.running", { count: running.length });
  return (
    <nav aria-label={label} className="mb-4">
      <p className="mb-2 font-medium">{label}</p>
      <ul
        ref={list}
        className="relative -mx-4 flex gap-2 overflow-x-auto px-4 pb-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
      >
        {running.map(({ id, provider, ...order }) => (
          <li key={id}>
            <Link
              to={`/tracking/${id}`}
              aria-current={id === shownId ? "page" : undefined}
              className={cx(
                "inline-flex min-h-touch items-center rounded-full whitespace-nowrap border px-4 py-1 transition-colors",
                id === shownId
                  ? "border-brand bg-brand-soft font-semibold text-brand-ink"
                  : "border-line-strong bg-surface hover:bg-sunken",
              )}
            >
              {t("tracking.running.order", { name: provider.user.firstName, time: pickupWindow(order, now) })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
