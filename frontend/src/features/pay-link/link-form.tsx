import { useState, type ReactElement } from "react";

import { useLinkSecret } from "@/api/payments/use-payment";
import type { Config, PayLink } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatPlain } from "@/lib/money";
import { CardForm } from "@/paying/card-form";
import { StripeElements } from "@/paying/stripe-elements";
import { paymentFailure, useSubmission } from "@/paying/use-submission";

type LinkFormProps = {
  token: string;
  link: PayLink;
  config: Config;
  publishableKey: string;
  /** Why a payment failed that returned from a bank's page, or was waited for. */
  problem: string | null;
  /** Runs once Stripe has accepted the payment: asks the server; resolves with an error message, or null. */
  onTaken: () => Promise<string | null>;
  /** Asks the server how the payment stands. */
  onCheck: () => Promise<unknown>;
};

function Form({
  token,
  link,
  config,
  problem,
  onTaken,
  onCheck,
  onLoadError,
}: Omit<LinkFormProps, "publishableKey"> & { onLoadError: () => void }): ReactElement {
  const [isBusy, setIsBusy] = useState(false);
  const submission = useSubmission({
    kind: "payment",
    returnTo: `/pay/${token}`,
    failure: paymentFailure(),
    taken: onTaken,
    check: onCheck,
    onBusyChange: setIsBusy,
  });
  return (
    <CardForm
      title={t("payment.title")}
      isTest={config.testPayments}
      isBusy={isBusy}
      submission={{ ...submission, problem: submission.problem ?? (isBusy ? null : problem) }}
      action={t("payment.pay", { total: formatPlain(link.totalAmount) })}
      busyText={t("payment.pay.busy")}
      onLoadError={onLoadError}
    />
  );
}

/** Card form for a pay link. The card is not saved, because the payer need not be the customer. */
export function LinkForm({ publishableKey, ...form }: LinkFormProps): ReactElement {
  const { token, config } = form;
  const secret = useLinkSecret(token);
  return (
    <StripeElements
      config={config}
      publishableKey={publishableKey}
      secret={secret}
      title={t("payment.title")}
      errorTitle={t("payment.error.intent.title")}
    >
      {(onLoadError) => <Form {...form} onLoadError={onLoadError} />}
    </StripeElements>
  );
}
