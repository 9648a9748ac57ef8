import { useState, type ReactElement } from "react";
import useSWR from "swr";

import { api, idempotencyKey } from "@/resources/client";
import { errorText } from "@/resources/error-text";
import { addressOf, below, keys } from "@/resources/keys";
import { useRefresh } from "@/resources/refresh";
import type { Order, TimeSlot } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { addDays, formatDay, formatDayTime, zurichDate, zurichToUtc } from "@/lib/dates";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Select } from "@/ui/input";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

const DAYS_AHEAD = 14;

function Form({ order, slots, onClose }: { order: Order; slots: readonly TimeSlot[]; onClose: () => void }): ReactElement {
  const now = useNow();
  const free = slots.filter((slot) => slot.isAvailable && zurichToUtc(slot.date, slot.startTime) !== order.pickupTime);
  const dates = [...new Set(free.map((slot) => slot.date))];
  const [day, setDay] = useState(dates[0] ?? "");
  const times = free.filter((slot) => slot.date === day).map((slot) => slot.startTime);
  const [chosen, setTime] = useState("");
  const time = times.includes(chosen) ? chosen : (times[0] ?? "");
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();

  const move = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.patch(
        `${addressOf(keys.order(order.id))}/reschedule`,
        { newPickupDate: day, newPickupTime: time },
        { idempotencyKey: idempotencyKey() },
      );
      const moved = formatDayTime(zurichToUtc(day, time), now);
      showToast({ title: t("tracking.reschedule.done.title"), description: t("tracking.reschedule.done.body", { time: moved }) });
      onClose();
    } catch (failure) {
      showToast({ title: t("tracking.reschedule.error.title"), description: errorText(failure), variant: "destructive" });
    } finally {
      setBusy(false);
    }
    await Promise.all([refresh(below(["/api/orders"])), refresh(below(["/api/time-slots"]))]);
  };

  if (dates.length === 0) return <p>{t("tracking.reschedule.none")}</p>;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void move();
      }}
    >
      <Field label={t("tracking.reschedule.day")}>
        {(control) => (
          <Select
            {...control}
            value={day}
            onValueChange={setDay}
            options={dates.map((date) => ({ value: date, label: formatDay(zurichToUtc(date, "12:00"), now) }))}
          />
        )}
      </Field>
      <Field label={t("tracking.reschedule.time")}>
        {(control) => (
          <Select {...control} value={time} onValueChange={setTime} options={times.map((value) => ({ value, label: value }))} />
        )}
      </Field>
      <Button type="submit" variant="brand" busy={busy}>
        {t("tracking.reschedule.confirm")}
      </Button>
    </form>
  );
}

function Body({ order, onClose }: { order: Order; onClose: () => void }): ReactElement {
  const [today] = useState(() => zurichDate(Date.now()));
  const { data, error, isValidating, mutate } = useSWR<TimeSlot[], unknown>(
    keys.timeSlots({ providerId: order.providerId, startDate: today, endDate: addDays(today, DAYS_AHEAD - 1) }),
    { revalidateIfStale: true },
  );
  if (data !== undefined) return <Form order={order} slots={data} onClose={onClose} />;
  if (error !== undefined) return <ErrorState body={errorText(error)} busy={isValidating} onRetry={() => void mutate()} />;
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </Loading>
  );
}

/** Moves the pickup to another free hour of the same provider. */
export function RescheduleDialog({ order, open, onClose }: { order: Order; open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("tracking.reschedule.title")}>
      {open && <Body order={order} onClose={onClose} />}
    </Dialog>
  );
}
