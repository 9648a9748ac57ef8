import { useState, type ReactElement } from "react";

import { enqueue } from "@/offline/queue";
import type { Operation } from "@/offline/operations";
import { useOrders } from "@/api/orders/use-orders";
import { errorText } from "@/api/http/error-text";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addDays, formatDayTime, zurichDate, zurichTime } from "@/lib/dates";
import { signInLink } from "@/lib/return-path";
import { Button, ButtonLink } from "@/ui/button";
import { Field } from "@/ui/field";
import { Select } from "@/ui/input";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

type Kind = "rate" | "reschedule" | "update_order" | "create_review";
const KINDS: readonly Kind[] = ["rate", "reschedule", "update_order", "create_review"];

function operationFor(kind: Kind, { id: orderId, pickupTime }: Order): Operation {
  switch (kind) {
    case "rate":
    case "create_review":
      return { type: kind, data: { orderId, rating: 5, comment: t("labs.action.comment") } };
    case "reschedule":
      return {
        type: kind,
        data: { orderId, newDate: addDays(zurichDate(pickupTime), 1), newTime: zurichTime(pickupTime) },
      };
    case "update_order":
      return { type: kind, data: { orderId, updates: { specialInstructions: t("labs.action.note") } } };
  }
}

type ActionsProps = { account: string; orders: readonly Order[]; onQueued: () => Promise<void> };

function Actions({ account, orders, onQueued }: ActionsProps): ReactElement {
  const now = useNow();
  const [chosen, setChosen] = useState(orders[0]?.id ?? "");
  const order = orders.find(({ id }) => id === chosen);
  if (order === undefined) return <p>{t("labs.action.none")}</p>;

  const queue = async (kind: Kind): Promise<void> => {
    const state = navigator.onLine ? "online" : "offline";
    try {
      await enqueue(operationFor(kind, order), { account, baseVersion: order.etag });
      showToast({ title: t(`offline.queued.${kind}`), description: t(`offline.queued.${kind}.${state}`) });
    } catch {
      showToast({ title: t("offline.failed.title"), description: t(`offline.failed.${kind}`), variant: "destructive" });
    }
    await onQueued();
  };

  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">{t("labs.action.lead")}</p>
      <Field label={t("labs.action.order")}>
        {(control) => (
          <Select
            {...control}
            value={chosen}
            onValueChange={setChosen}
            options={orders.map(({ id, pickupTime, status }) => ({
              value: id,
              label: `#${id.slice(-8)} · ${t(`steps.${status}`)} · ${formatDayTime(pickupTime, now)}`,
            }))}
          />
        )}
      </Field>
      <div className="grid gap-2 sm:grid-cols-2">
        {KINDS.map((kind) => (
          <Button key={kind} onClick={() => void queue(kind)}>
            {t(`labs.action.${kind}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Own({ account, onQueued }: Omit<ActionsProps, "orders">): ReactElement {
  const { orders, error, isBusy, retry } = useOrders(account);
  if (orders !== undefined) return <Actions account={account} orders={orders} onQueued={onQueued} />;
  if (error !== undefined) return <ErrorState body={errorText(error)} busy={isBusy} onRetry={() => void retry()} />;
  return (
    <Loading>
      <Skeleton className="h-40" />
    </Loading>
  );
}

/** Queues test actions on an own order; they are really sent. */
export function TestActions({
  account,
  onQueued,
}: {
  account: string | null;
  onQueued: () => Promise<void>;
}): ReactElement {
  if (account !== null) return <Own account={account} onQueued={onQueued} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{t("labs.action.signIn")}</p>
      <ButtonLink variant="brand" to={signInLink("/offline-test")}>
        {t("common.signIn.action")}
      </ButtonLink>
    </div>
  );
}
