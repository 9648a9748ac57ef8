import { useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { payingCard, usePaymentMethods } from "@/api/payments/use-payment-methods";
import type { RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addAmounts, formatChf } from "@/lib/money";
import { Button } from "@/ui/button";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { ChargeLabel } from "../form/charge";
import { dayOf } from "../series/occurrence-list";
import { placedOnResume } from "../series/occurrences";
import type { ActFailure } from "../series/use-recurring-acts";

export type ResumeProps = {
  booking: RecurringBooking;
  now: number;
  isBusy: boolean;
  onKeep: () => void;
  failure: ActFailure | null;
  /** `expectedCharge`: what is shown to be charged at once, in CHF. */
  onResume: (expectedCharge: string) => void;
};

/** Names the pickups that are placed at once when a pause ends, and what each costs. By which card has to be known. */
export function ResumeQuestion({ booking, now, isBusy, failure, onKeep, onResume }: ResumeProps): ReactElement {
  const { cards, error, isBusy: isLoading, retry } = usePaymentMethods();
  const current = placedOnResume(booking, now);
  // Once it has resumed there are none: those before stay while the dialog closes.
  const [pickups, setPickups] = useState(current);
  if (current.length > 0 && current.length !== pickups.length) setPickups(current);
  const amount = formatChf(booking.totalAmount);
  if (cards === undefined && error !== undefined) {
    const body = errorText(error, t("recurring.card.error"));
    return <ErrorState body={body} onRetry={() => void retry()} busy={isLoading} />;
  }
  if (cards === undefined) {
    return (
      <Loading>
        <Skeleton className="h-32 rounded-md" />
      </Loading>
    );
  }
  const hasCard = payingCard(cards, booking.paymentMethodId)?.isExpired === false;
  const charge = failure?.chargedAtOnce ?? addAmounts(...pickups.map(() => booking.totalAmount));
  return (
    <>
      {pickups.map(({ id, date, time }) => (
        <p key={id}>
          {t(hasCard ? "recurring.near.charged" : "recurring.near.link", { day: dayOf(date, now), time, amount })}
        </p>
      ))}
      <div className="flex flex-col gap-2 md:flex-row-reverse">
        <Button variant="brand" busy={isBusy} onClick={() => onResume(charge)}>
          <ChargeLabel text={t("recurring.resume")} amount={hasCard && charge !== "0.00" ? charge : null} />
        </Button>
        <Button onClick={onKeep}>{t("recurring.resume.keep")}</Button>
      </div>
    </>
  );
}
