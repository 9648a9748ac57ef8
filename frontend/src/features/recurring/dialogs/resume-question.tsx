import { useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { payingCard, usePaymentMethods } from "@/api/payments/use-payment-methods";
import type { RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { Button } from "@/ui/button";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { dayOf } from "../series/occurrence-list";
import { placedOnResume } from "../series/occurrences";

export type ResumeProps = {
  booking: RecurringBooking;
  now: number;
  isBusy: boolean;
  onKeep: () => void;
  onResume: () => void;
};

/** Names the pickups that are placed at once when a pause ends, and what each costs. By which card has to be known. */
export function ResumeQuestion({ booking, now, isBusy, onKeep, onResume }: ResumeProps): ReactElement {
  const { cards, error, isBusy: isLoading, retry } = usePaymentMethods();
  // Those at opening: once it has resumed there are none.
  const [pickups] = useState(() => placedOnResume(booking, now));
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
  return (
    <>
      {pickups.map(({ id, date, time }) => (
        <p key={id}>
          {t(hasCard ? "recurring.near.charged" : "recurring.near.link", { day: dayOf(date, now), time, amount })}
        </p>
      ))}
      <div className="flex flex-col gap-2 md:flex-row-reverse">
        <Button variant="brand" busy={isBusy} onClick={onResume}>
          {t("recurring.resume")}
        </Button>
        <Button onClick={onKeep}>{t("recurring.resume.keep")}</Button>
      </div>
    </>
  );
}
