import { useState, type ReactElement } from "react";

import { useCardSecret } from "@/api/payments/use-payment";
import { useCardWrites } from "@/api/payments/use-card-writes";
import type { Config, PaymentMethod } from "@/api/types";
import { t } from "@/i18n/i18n";
import { CardForm } from "@/paying/card-form";
import { StripeElements } from "@/paying/stripe-elements";
import { useSubmission } from "@/paying/use-submission";
import { Button } from "@/ui/button";

type AddCardProps = {
  config: Config;
  publishableKey: string;
  onSaved: (card: PaymentMethod) => Promise<void>;
  onCancel: () => void;
};

type FormProps = Pick<AddCardProps, "onSaved" | "onCancel"> & {
  clientSecret: string;
  isTest: boolean;
  onLoadError: () => void;
};

function Form({ clientSecret, isTest, onSaved, onCancel, onLoadError }: FormProps): ReactElement {
  const { save } = useCardWrites();
  const [isBusy, setIsBusy] = useState(false);
  const submission = useSubmission({
    kind: "setup",
    returnTo: "/profile/payment-methods",
    failure: { title: t("cards.notAdded"), body: t("cards.notAdded.body") },
    taken: async () => {
      await onSaved(await save(clientSecret.split("_secret_")[0] ?? ""));
      return null;
    },
    onBusyChange: setIsBusy,
  });
  return (
    <CardForm
      title={t("cards.add.title")}
      isTest={isTest}
      isBusy={isBusy}
      submission={submission}
      action={t("cards.add.save")}
      busyText={t("cards.add.busy")}
      onLoadError={onLoadError}
      aside={
        <Button disabled={isBusy} onClick={onCancel}>
          {t("cards.add.cancel")}
        </Button>
      }
    >
      <p className="text-caption text-ink-soft">{t("payment.agreement")}</p>
    </CardForm>
  );
}

/** The form to save a card. Loaded with Stripe's script only when needed. */
export function AddCard({ config, publishableKey, onSaved, onCancel }: AddCardProps): ReactElement {
  const secret = useCardSecret();
  return (
    <StripeElements
      config={config}
      publishableKey={publishableKey}
      secret={secret}
      title={t("cards.add.title")}
      errorTitle={t("cards.add.error")}
    >
      {(onLoadError) => (
        <Form
          clientSecret={secret.clientSecret ?? ""}
          isTest={config.testPayments}
          onSaved={onSaved}
          onCancel={onCancel}
          onLoadError={onLoadError}
        />
      )}
    </StripeElements>
  );
}
