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
  /** Why a payment on a bank's page came to nothing. */
  problem: string | null;
  /** Stripe has taken the payment: asks the server, and answers why it came to nothing if it did. */
  onTaken: () => Promise<string | null>;
};

function Form({
  token,
  link,
  config,
  problem,
  onTaken,
  onLoadError,
}: Omit<LinkFormProps, "publishableKey"> & { onLoadError: () => void }): ReactElement {
  const [isBusy, setIsBusy] = useState(false);
  const submission = useSubmission({
    kind: "payment",
    returnTo: `/pay/${token}`,
    failure: paymentFailure(),
    taken: onTaken,
    onBusyChange: setIsBusy,
  });
  return (
    <CardForm
      title={t("paying.title")}
      isTest={config.testPayments}
      isBusy={isBusy}
      submission={{ ...submission, problem: submission.problem ?? (isBusy ? null : problem) }}
      action={t("paying.pay", { total: formatPlain(link.totalAmount) })}
      busyText={t("paying.pay.busy")}
      onLoadError={onLoadError}
    />
  );
}

/** The card that pays the order of a link. No card is saved here: whoever holds the link need not be the customer. */
export function LinkForm({ token, link, config, publishableKey, problem, onTaken }: LinkFormProps): ReactElement {
  const secret = useLinkSecret(token);
  return (
    <StripeElements
      config={config}
      publishableKey={publishableKey}
      secret={secret}
      title={t("paying.title")}
      errorTitle={t("paying.error.intent.title")}
    >
      {(onLoadError) => (
        <Form token={token} link={link} config={config} problem={problem} onTaken={onTaken} onLoadError={onLoadError} />
      )}
    </StripeElements>
  );
}
