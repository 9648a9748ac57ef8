import type { ReactElement, SyntheticEvent } from "react";

import type { Config, Order } from "@/api/types";
import { useScript } from "@/api/payments/use-script";
import { t } from "@/i18n/i18n";
import { formatPlain } from "@/lib/money";
import { PayButton } from "@/paying/card-form";
import { stripeFor } from "@/paying/load-stripe";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { StickyAction } from "@/ui/page";
import { ErrorState } from "@/ui/states";

import { useSavedCardPayment } from "./use-order-payment";

type SavedCardFormProps = {
  order: Order;
  cardId: string;
  config: Config;
  publishableKey: string;
  isPaying: boolean;
  onPayingChange: (paying: boolean) => void;
};

/** Pays with a saved card: nothing is prepared or charged before the button is pressed. */
export function SavedCardForm({
  order,
  cardId,
  config,
  publishableKey,
  isPaying,
  onPayingChange,
}: SavedCardFormProps): ReactElement {
  // Stripe's script is needed for 3-D Secure.
  const script = useScript(["stripe", config.stripeScriptUrl, publishableKey], () =>
    stripeFor(publishableKey, config.stripeScriptUrl),
  );
  const submission = useSavedCardPayment({ order, cardId, stripe: script.value, onPayingChange });
  const canSubmit = submission.ready && !isPaying;

  if (script.error !== undefined) {
    const [title, body] = [t("payment.error.form.title"), t("payment.error.form.body")];
    const tryAgain = (): void => void script.retry();
    return (
      <NeedsConnection says={t("payment.offline")} onBack={tryAgain}>
        <ErrorState title={title} body={body} busy={script.isBusy} onRetry={tryAgain} />
      </NeedsConnection>
    );
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (canSubmit) void submission.submit();
  };
  return (
    <form onSubmit={submit} noValidate className="contents md:block">
      <StickyAction>
        {submission.problem !== null && (
          <div className="mb-3">
            <FailureNotice text={submission.problem} isSaid />
          </div>
        )}
        <div className="flex gap-2">
          <PayButton
            isBusy={isPaying}
            canSubmit={canSubmit}
            action={t("payment.pay", { total: formatPlain(order.totalAmount) })}
            busyText={t("payment.pay.busy")}
          />
        </div>
      </StickyAction>
    </form>
  );
}
