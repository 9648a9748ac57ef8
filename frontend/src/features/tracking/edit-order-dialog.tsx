import type { ReactElement } from "react";

import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

const EditOrderForm = lazyPart(async () => (await import("./edit-order-form")).EditOrderForm);

/** Edits address, note or care, until the pickup. */
export function EditOrderDialog({
  order,
  open,
  onClose,
}: {
  order: Order;
  open: boolean;
  onClose: () => void;
}): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("tracking.edit.action")}>
      {open && <EditOrderForm order={order} onClose={onClose} />}
    </Dialog>
  );
}
