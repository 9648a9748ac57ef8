import { useState, type ReactElement } from "react";

import { isInProgress } from "@/resources/order-status";
import type { Order } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { NoOrdersArt } from "@/ui/illustrations/empty";
import { EmptyState } from "@/ui/states";
import { Tabs } from "@/ui/tabs";
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
        picture={<NoOrdersArt />}
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
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} now={now} {...(onRate === undefined ? {} : { onRate })} />
        </li>
      ))}
    </ul>
  );
}

/** The orders, newest first, by tab. */
export function OrderList({ orders, onRate }: OrderListProps): ReactElement {
  const [filter, setFilter] = useState<Filter>("all");
  return (
    <Tabs
      label={t("history.tabs.label")}
      value={filter}
      onValueChange={setFilter}
      tabs={(Object.keys(FILTERS) as Filter[]).map((value) => ({
        value,
        label: t(`history.tab.${value}`),
        content: <Filtered orders={orders.filter(FILTERS[value])} {...(onRate === undefined ? {} : { onRate })} />,
      }))}
    />
  );
}
