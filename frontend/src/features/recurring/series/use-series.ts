import { useSeriesWrites } from "@/api/recurring/use-recurring";
import type { Occurrence, RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { showToast } from "@/ui/overlay/toast";

import type { Changes } from "../dialogs/edit-recurring-form";
import type { When } from "./move-times";
import { useRecurringActs, type ActFailure } from "./use-recurring-acts";

export type Series = {
  isBusy: boolean;
  end: () => Promise<ActFailure | null>;
  /** These two throw, because their forms show the errors. */
  edit: (changes: Changes) => Promise<void>;
  pause: (until: string) => Promise<void>;
  resume: (expectedCharge: string) => Promise<ActFailure | null>;
  /** An hour for which the customer has another pickup is refused, unless `takesSecond`. */
  move: (
    occurrence: Occurrence,
    when: When,
    expectedCharge: string,
    takesSecond: boolean,
  ) => Promise<ActFailure | null>;
  chooseProvider: (providerId: string, expectedCharge: string) => Promise<ActFailure | null>;
  chooseCard: (paymentMethodId: string | null, expectedCharge: string) => Promise<ActFailure | null>;
};

/** A customer's actions on a recurring booking. They resolve with the failure, or null, except those with a form. */
export function useSeries(booking: RecurringBooking): Series {
  const { isBusy, act } = useRecurringActs();
  const series = useSeriesWrites(booking.id);
  return {
    isBusy,
    end: () =>
      act({
        send: series.end,
        done: { title: t("recurring.toast.cancelled"), description: t("recurring.toast.cancelled.body") },
        failed: { title: t("recurring.toast.error"), fallback: t("recurring.toast.notCancelled") },
        isToast: true,
      }),
    edit: async (changes) => {
      await series.change(changes);
      showToast({ title: t("recurring.edited"), description: t("recurring.edited.body") });
    },
    pause: async (until) => {
      await series.pause(until);
      showToast({
        title: t("recurring.paused"),
        description: t("recurring.paused.body", { day: formatDate(`${until}T12:00:00Z`) }),
      });
    },
    resume: (expectedCharge) =>
      act({
        send: () => series.resume(expectedCharge),
        done: { title: t("recurring.resumed") },
        failed: { title: t("recurring.notResumed") },
        isToast: true,
      }),
    move: ({ id }, { date, time }, expectedCharge, takesSecond) =>
      act({
        send: () => series.move(id, { date, time, expectedCharge, refuseSecondPickup: !takesSecond }),
        done: { title: t("recurring.moved"), description: `${formatDate(`${date}T12:00:00Z`)}, ${time}` },
        failed: { title: t("recurring.notMoved") },
      }),
    chooseProvider: (providerId, expectedCharge) =>
      act({
        send: () => series.change({ providerId, expectedCharge }),
        done: { title: t("recurring.gone.changed"), description: t("recurring.gone.changed.body") },
        failed: { title: t("recurring.gone.notChanged") },
      }),
    chooseCard: (paymentMethodId, expectedCharge) =>
      act({
        send: () => series.change({ paymentMethodId, expectedCharge }),
        done: { title: t("recurring.card.changed") },
        failed: { title: t("recurring.card.notChanged") },
      }),
  };
}
