import type { ReactElement } from "react";

import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

import { RatingForm } from "./rating-form";

/** Rates an order in a dialog; open if there is an order. */
export function RatingDialog({ order, onClose }: { order: Order | null; onClose: () => void }): ReactElement {
  return (
    <Dialog
      open={order !== null}
      onClose={onClose}
      title={t("rating.dialog.title", { provider: order?.provider.user.firstName ?? "" })}
      description={t("rating.dialog.lead")}
    >
      {order !== null && <RatingForm orderId={order.id} onRated={onClose} />}
    </Dialog>
  );
}
