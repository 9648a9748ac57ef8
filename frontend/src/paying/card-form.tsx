import { PaymentElement } from "@stripe/react-stripe-js";
import { Lock } from "lucide-react";
import { useState, type ReactElement, type ReactNode, type SyntheticEvent } from "react";

import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { StickyAction } from "@/ui/page";

import { PaymentCard, PaymentSkeleton } from "./payment-card";
import type { Submission } from "./use-submission";

type CardFormProps = {
  title: string;
  isTest: boolean;
  isBusy: boolean;
  submission: Submission;
  /** The button's text, and its text while busy. */
  action: string;
  busyText: string;
  /** Stripe's iframe failed to load. */
  onLoadError: () => void;
  /** What is agreed to, below the card's fields. */
  children?: ReactNode;
  /** A second button, such as "Cancel". */
  aside?: ReactNode;
};

type PayButtonProps = Pick<CardFormProps, "isBusy" | "action" | "busyText"> & { canSubmit: boolean };

/** The submit button of a payment form. */
export function PayButton({ isBusy, canSubmit, action, busyText }: PayButtonProps): ReactElement {
  return (
    <NeedsConnection says={t("payment.offline")} busy={isBusy}>
      <Button
        type="submit"
        variant="primary"
        className="grow"
        icon={<Lock aria-hidden className="size-4" />}
        busy={isBusy}
        disabled={!canSubmit}
      >
        {isBusy ? busyText : action}
      </Button>
    </NeedsConnection>
  );
}

/** Stripe's card fields with a button that pays or saves the card. Needs Stripe's Elements around it. */
export function CardForm(props: CardFormProps): ReactElement {
  const { title, isTest, isBusy, submission, action, busyText, onLoadError, children, aside } = props;
  const [isShown, setIsShown] = useState(false);
  const canSubmit = submission.ready && isShown && !isBusy;

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (canSubmit) void submission.submit();
  };

  return (
    <form onSubmit={submit} noValidate>
      <PaymentCard title={title} isTest={isTest}>
        <div className="relative min-h-64">
          {!isShown && (
            <div className="absolute inset-0">
              <PaymentSkeleton />
            </div>
          )}
          <div className={isShown ? undefined : "invisible"}>
            {/* Stripe's own terms are off: the agreement to save a card is our text, which is stored with it. */}
            <PaymentElement
              options={{ terms: { card: "never" } }}
              onReady={() => setIsShown(true)}
              onLoadError={onLoadError}
            />
          </div>
        </div>
        {submission.problem !== null && (
          <div className="mt-4">
            <FailureNotice text={submission.problem} isSaid />
          </div>
        )}
        {children !== undefined && <div className="mt-4 border-t pt-3">{children}</div>}
      </PaymentCard>
      <StickyAction>
        <div className="flex gap-2">
          {aside}
          <PayButton isBusy={isBusy} canSubmit={canSubmit} action={action} busyText={busyText} />
        </div>
      </StickyAction>
    </form>
  );
}
