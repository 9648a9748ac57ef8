import { useRef, useState, type ReactElement } from "react";

import { ApiError } from "@/resources/api-error";
import { useOrderChanges } from "@/resources/use-orders";
import { useTimeSlots } from "@/resources/use-providers";
import { errorText } from "@/resources/error-text";
import type { Order, TimeSlot } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { addDays, formatDay, formatDayTime, zurichDate, zurichToUtc } from "@/lib/dates";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Field, focusFirstError } from "@/ui/field";
import { Select } from "@/ui/input";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

const DAYS_AHEAD = 28;

type FormProps = { order: Order; slots: readonly TimeSlot[]; reload: () => Promise<unknown>; onClose: () => void };

/** The hours that the pickup can move to: free, to come, and another than its own. */
function openHours(slots: readonly TimeSlot[], { pickupTime }: Order, now: number): TimeSlot[] {
  return slots.filter(({ isAvailable, date, startTime }) => {
    const start = zurichToUtc(date, startTime);
    return isAvailable && start !== pickupTime && Date.parse(start) > now;
  });
}

function Form({ order, slots, reload, onClose }: FormProps): ReactElement {
  const now = useNow();
  const free = openHours(slots, order, now);
  const dates = [...new Set(free.map((slot) => slot.date))];
  const [chosenDay, setDay] = useState("");
  const day = dates.includes(chosenDay) ? chosenDay : (dates[0] ?? "");
  const times = free.filter((slot) => slot.date === day).map((slot) => slot.startTime);
  const [chosenTime, setTime] = useState("");
  // An hour that is gone meanwhile is no choice any more, and no other takes its place unasked.
  const time = times.includes(chosenTime) ? chosenTime : "";
  const [isMissing, setIsMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { reschedule } = useOrderChanges(order.id);

  const move = async (): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      await reschedule(day, time);
      const moved = formatDayTime(zurichToUtc(day, time), now);
      showToast({ title: t("tracking.reschedule.done.title"), description: t("tracking.reschedule.done.body", { time: moved }) });
      onClose();
    } catch (failure) {
      const isTaken = failure instanceof ApiError && failure.status === 409;
      if (isTaken) {
        setTime("");
        await reload();
      }
      setRefusal(isTaken ? `${errorText(failure)} ${t("tracking.reschedule.again")}` : errorText(failure));
    } finally {
      setBusy(false);
    }
  };

  if (dates.length === 0) return <p>{t("tracking.reschedule.none")}</p>;
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(time === "");
        if (time !== "") void move();
        else requestAnimationFrame(() => focusFirstError(form.current));
      }}
    >
      {refusal !== null && <FailureNotice title={t("tracking.reschedule.error.title")} text={refusal} />}
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
      <Field label={t("tracking.reschedule.time")} error={isMissing && time === "" ? t("tracking.reschedule.choose") : undefined}>
        {(control) => (
          <Select
            {...control}
            value={time}
            onValueChange={setTime}
            options={[{ value: "", label: t("tracking.reschedule.choose"), disabled: true }, ...times.map((value) => ({ value, label: value }))]}
          />
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
  const range = { providerId: order.providerId, startDate: today, endDate: addDays(today, DAYS_AHEAD - 1) };
  const { slots, error, isBusy, retry } = useTimeSlots(range);
  if (slots !== undefined) return <Form order={order} slots={slots} reload={retry} onClose={onClose} />;
  if (error !== undefined) return <ErrorState body={errorText(error)} busy={isBusy} onRetry={() => void retry()} />;
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
