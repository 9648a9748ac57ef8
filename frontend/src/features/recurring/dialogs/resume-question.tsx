import { useState, type ReactElement } from "react";

import { useHasSavedCard } from "@/api/payments/use-payment-methods";
import type { RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { Button } from "@/ui/button";

import { dayOf } from "../series/occurrence-list";
import { placedOnResume } from "../series/occurrences";

export type ResumeProps = {
  booking: RecurringBooking;
  now: number;
  isBusy: boolean;
  onKeep: () => void;
  onResume: () => void;
};

/** Names the pickups that are placed at once when a pause ends, and what each costs. */
export function ResumeQuestion({ booking, now, isBusy, onKeep, onResume }: ResumeProps): ReactElement {
  const hasCard = useHasSavedCard(true, booking.paymentMethodId);
  // Those at opening: once it has resumed there are none.
  const [pickups] = useState(() => placedOnResume(booking, now));
  const amount = formatChf(booking.totalAmount);
  return (
    <>
      {pickups.map(({ id, date, time }) => (
        <p key={id}>
          {t(hasCard ? "recurring.resume.charged" : "recurring.resume.link", { day: dayOf(date, now), time, amount })}
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
