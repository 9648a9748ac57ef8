import type { ReactElement } from "react";

import { awaitsPayment, isInProgress } from "@/api/orders/order-status";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { NoOrders } from "@/ui/illustrations/no-orders";
import { EmptyState } from "@/ui/states";
import { Tabs } from "@/ui/tabs";
import { useAddressChoice } from "@/ui/use-address-state";
import { useNow } from "@/ui/use-now";

import { OrderCard } from "./order-card";

type Filter = "all" | "completed" | "inProgress";

const FILTERS: Record<Filter, (order: Order) => boolean> = {
  all: () => true,
  completed: (order) => order.status === "completed",
  inProgress: isInProgress,
};

type OrderListProps = { orders: readonly Order[]; onRate?: (order: Order) => void };

function Filtered({ orders, onRate }: OrderListProps): ReactElement {
  const now = useNow();
  if (orders.length === 0) {
    return (
      <EmptyState
        picture={<NoOrders />}
        title={t("history.empty.title")}
        body={t("history.empty.body")}
        action={
          <ButtonLink variant="primary" to="/">
            {t("history.empty.action")}
          </ButtonLink>
        }
      />
    );
  }
  const nextToPay = orders.find(awaitsPayment)?.id;
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard
            order={order}
            now={now}
            isNextToPay={order.id === nextToPay}
            {...(onRate === undefined ? {} : { onRate })}
          />
        </li>
      ))}
    </ul>
  );
}

/** Orders, newest first, in tabs. */
export function OrderList({ orders, onRate }: OrderListProps): ReactElement {
  const filters = Object.keys(FILTERS) as Filter[];
  const [chosen, choose] = useAddressChoice("tab", filters);
  return (
    <Tabs
      label={t("history.tabs.label")}
      value={chosen ?? "all"}
      onValueChange={(filter) => choose(filter === "all" ? null : filter)}
      tabs={filters.map((value) => ({
        value,
        label: t(`history.tab.${value}`),
        content: <Filtered orders={orders.filter(FILTERS[value])} {...(onRate === undefined ? {} : { onRate })} />,
      }))}
    />
  );
}
