import type { ReactElement, ReactNode } from "react";

import { useSession } from "@/api/session/session";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button, ButtonLink } from "@/ui/button";
import type { ButtonVariant } from "@/ui/button-style";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

const Cancellation = lazyPart(async () => (await import("./cancellation")).Cancellation);

type CancelButtonProps = { order: Order; variant?: ButtonVariant; onOpen: () => void; children: ReactNode };

/** Opens the dialog; leads an operator to the admin site, which asks for the reason of their cancellation. */
export function CancelButton({ order, variant = "secondary", onOpen, children }: CancelButtonProps): ReactElement {
  const { user } = useSession();
  if (user?.isOperator === true && order.customerId !== user.id) {
    return (
      <ButtonLink variant={variant} to={`/admin/orders/order/${order.id}/to-cancelled/`} reloadDocument>
        {children}
      </ButtonLink>
    );
  }
  return (
    <Button variant={variant} onClick={onOpen}>
      {children}
    </Button>
  );
}

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
