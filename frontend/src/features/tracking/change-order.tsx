import { useState, type ReactElement } from "react";

import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";

import { CancelDialog } from "./cancel-dialog";
import { EditOrderDialog } from "./edit-order-dialog";
import { RescheduleDialog } from "./reschedule-dialog";

/**
 * Another time, or not at all: shown while the server allows the customer to cancel. A dialog that is open by then stays, and
 * says what is refused.
 */
export function ChangeOrder({ order }: { order: Order }): ReactElement | null {
  const [open, setOpen] = useState<"cancel" | "edit" | "reschedule" | null>(null);
  const close = (): void => setOpen(null);
  if (!order.allowedTransitions.includes("cancelled") && open === null) return null;
  return (
    <SectionCard title={t("tracking.change.title")}>
      <div className="flex flex-wrap gap-2">
        {order.handBackBy === null && <Button onClick={() => setOpen("reschedule")}>{t("tracking.reschedule.action")}</Button>}
        <Button onClick={() => setOpen("edit")}>{t("tracking.edit.action")}</Button>
        <Button variant="ghost" onClick={() => setOpen("cancel")}>
          {t("tracking.cancel.action")}
        </Button>
      </div>
      <RescheduleDialog order={order} open={open === "reschedule"} onClose={close} />
      <EditOrderDialog order={order} open={open === "edit"} onClose={close} />
      <CancelDialog order={order} open={open === "cancel"} onClose={close} />
    </SectionCard>
  );
}
