import type { ReactElement } from "react";

import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatPlain } from "@/lib/money";
import { CardForm } from "@/paying/card-form";
import { Checkbox } from "@/ui/checkbox";

import { usePayment } from "./use-order-payment";
import type { Saving } from "./use-saving";

type PaymentFormProps = {
  order: Order;
  saving: Saving;
  isTest: boolean;
  isPaying: boolean;
  onPayingChange: (paying: boolean) => void;
  onLoadError: () => void;
};

/** Pays an order with a new card, and asks whether to save it. Needs Stripe's Elements around it. */
export function PaymentForm({
  order,
  saving,
  isTest,
  isPaying,
  onPayingChange,
  onLoadError,
}: PaymentFormProps): ReactElement {
  const submission = usePayment({ order, prepare: saving.submitChoice, onPayingChange });
  return (
    <CardForm
      title={t("payment.title")}
      isTest={isTest}
      isBusy={isPaying}
      submission={submission}
      action={t("payment.pay", { total: formatPlain(order.totalAmount) })}
      busyText={t("payment.pay.busy")}
      onLoadError={onLoadError}
    >
      <Checkbox
        label={t("payment.save")}
        description={t("payment.save.hint")}
        checked={saving.isWanted}
        disabled={isPaying}
        onCheckedChange={saving.setIsWanted}
      />
    </CardForm>
  );
}
