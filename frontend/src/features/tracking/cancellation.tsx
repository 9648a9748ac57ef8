import { useState, type ReactElement } from "react";

import { awaitsPayment } from "@/api/orders/order-status";
import { useOrderChanges } from "@/api/orders/use-order-acts";
import { useCancellation } from "@/api/orders/use-orders";
import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import type { CancellationPreview, Order } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { compareAmounts, formatChf } from "@/lib/money";
import { beginAtHeading } from "@/ui/begin-at-heading";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { onceClosed } from "@/ui/overlay/history-entries";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

/** The server's decision on fee and refund, as a sentence. */
function consequence({ refund, fee, reason }: CancellationPreview): string {
  if (compareAmounts(fee, "0") > 0) return t("tracking.cancel.fee", { refund: formatChf(refund), fee: formatChf(fee) });
  if (compareAmounts(refund, "0") > 0) return t("tracking.cancel.free", { refund: formatChf(refund) });
  return reason;
}

/** What the customer is told once it is cancelled: what comes back, and that the provider knows. */
function consequenceSaid({ refund }: CancellationPreview, order: Order): { description?: string } {
  // Providers are not told of orders that were never paid.
  if (awaitsPayment(order)) return {};
  const body = t("tracking.cancel.done.body");
  const isRefunded = compareAmounts(refund, "0") > 0;
  return { description: isRefunded ? `${t("tracking.refund", { amount: formatChf(refund) })}. ${body}` : body };
}

/** The fee and the refund of a cancellation, and the buttons; the dialog asks. */
export function Cancellation({ order, onClose }: { order: Order; onClose: () => void }): ReactElement {
  // Fee and refund change with time: fetched each time the dialog opens.
  const { preview, error, isBusy, retry } = useCancellation(order.id);
  const changes = useOrderChanges(order);
  const [changed, setChanged] = useState(false);
  const { isBusy: isCancelling, failure, act } = useAct();

  const send = async (seen: CancellationPreview): Promise<void> => {
    try {
      await changes.cancel(seen.fee);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== "fee_changed") throw cause;
      // Not cancelled: the user decides again. The preview has been fetched anew, with all of the order.
      setChanged(true);
      return;
    }
    showToast({ title: t("tracking.cancel.done.title"), ...consequenceSaid(seen, order) });
    // The buttons are gone: begin at the heading, with the refund below it.
    onceClosed(beginAtHeading);
    onClose();
  };

  if ((preview === undefined || changed) && error !== undefined) {
    return (
      <NeedsConnection says={t("tracking.cancel.offline")} onBack={() => void retry()}>
        <ErrorState body={errorText(error)} busy={isBusy} onRetry={() => void retry()} />
      </NeedsConnection>
    );
  }
  if (preview === undefined || isBusy) {
    return (
      <Loading>
        <Skeleton className="h-12" />
      </Loading>
    );
  }
  return (
    <>
      <div role="status" className="flex flex-col gap-2">
        {changed && <p className="font-semibold">{t("tracking.cancel.changed")}</p>}
        <p>{preview.allowed ? consequence(preview) : preview.reason}</p>
      </div>
      {failure !== null && <FailureNotice {...failure} />}
      <div className="flex flex-col gap-2 md:flex-row-reverse">
        {preview.allowed && (
          <NeedsConnection says={t("tracking.cancel.offline")} busy={isCancelling}>
            <Button
              variant="destructive"
              busy={isCancelling}
              onClick={() => void act(() => send(preview), { title: t("tracking.cancel.error.title") })}
            >
              {t("tracking.cancel.confirm")}
            </Button>
          </NeedsConnection>
        )}
        <Button onClick={onClose}>{t("tracking.cancel.keep")}</Button>
      </div>
    </>
  );
}
