import type { ReactElement } from "react";

import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

const Cancellation = lazyPart(async () => (await import("./cancellation")).Cancellation);

/** Asks before an order is cancelled, with the fee. */
export function CancelDialog({
  order,
  open,
  onClose,
}: {
  order: Order;
  open: boolean;
  onClose: () => void;
}): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("tracking.cancel.title")}>
      {open && <Cancellation order={order} onClose={onClose} />}
    </Dialog>
  );
}
