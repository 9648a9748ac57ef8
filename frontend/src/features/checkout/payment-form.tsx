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
  /** Null where no card can be saved with this payment. */
  saving: Saving | null;
  isTest: boolean;
  isPaying: boolean;
  onPayingChange: (paying: boolean) => void;
  onLoadError: () => void;
};

const nothingToSend = (): Promise<boolean> => Promise.resolve(false);

/** Pays an order with a new card, and asks whether to save it. Needs Stripe's Elements around it. */
export function PaymentForm({
  order,
  saving,
  isTest,
  isPaying,
  onPayingChange,
  onLoadError,
}: PaymentFormProps): ReactElement {
  const submission = usePayment({ order, prepare: saving?.submitChoice ?? nothingToSend, onPayingChange });
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
      {saving !== null && (
        <Checkbox
          label={t("payment.save")}
          description={t("payment.save.hint")}
          checked={saving.isWanted}
          disabled={isPaying}
          onCheckedChange={saving.setIsWanted}
        />
      )}
    </CardForm>
  );
}
