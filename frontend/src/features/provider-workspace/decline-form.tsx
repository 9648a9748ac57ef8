import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { Order } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { isOvertaken, useJobStep } from "@/api/orders/use-order-acts";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";

type DeclineFormProps = { order: Order; onClose: () => void };

/** Declines an order. It refunds, so it is never queued. */
export function DeclineForm({ order, onClose }: DeclineFormProps): ReactElement {
  const { decline } = useJobStep(order);
  const { isBusy, failure, act } = useAct();
  const title = t("provider.next.failed");

  const send = async (): Promise<void> => {
    try {
      await decline();
      showToast({
        title: t("provider.decline.done"),
        description: t("provider.next.informed", { name: order.customer?.firstName ?? "" }),
      });
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      // The order has changed, so its card, and with it this dialog, may be gone: use a toast.
      showToast({ title, description: errorText(error), variant: "destructive" });
    }
    onClose();
  };

  return (
    <>
      {failure !== null && <FailureNotice {...failure} />}
      <div className="flex flex-col gap-2 md:flex-row-reverse">
        <NeedsConnection says={t("provider.decline.offline")} busy={isBusy}>
          <Button variant="destructive" busy={isBusy} onClick={() => void act(send, { title })}>
            {t("provider.decline.confirm")}
          </Button>
        </NeedsConnection>
        <Button onClick={onClose}>{t("provider.decline.keep")}</Button>
      </div>
    </>
  );
}
