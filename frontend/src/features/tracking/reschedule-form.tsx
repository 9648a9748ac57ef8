import { useRef, useState, type ReactElement } from "react";

import { ApiError } from "@/api/http/api-error";
import { deliveryToast } from "@/api/http/delivery-toast";
import { addOnsOf, EXPRESS } from "@/api/prices/add-ons";
import { isOvertaken, useOrderChanges } from "@/api/orders/use-order-acts";
import { useTimeSlots } from "@/api/providers/use-providers";
import { errorText } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import { useConfig } from "@/api/site/use-config";
import type { Order, TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addDays, formatDay, zurichDate, zurichToUtc } from "@/lib/dates";
import { pickupWindow } from "@/lib/pickup-window";
import { now as serverNow } from "@/lib/server-clock";
import { SecondPickup } from "@/paying/confirm-again";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { FormField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { Select } from "@/ui/input";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

const DAYS_AHEAD = 28;

/** The chosen time is no longer available. */
const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.code !== "pickup_exists";

/** Another time would not help: the order itself cannot be moved. */
const isOfOrder = (error: unknown): boolean =>
  isOvertaken(error) || (error instanceof ApiError && error.code === "too_late_to_reschedule");

type FormProps = { order: Order; slots: readonly TimeSlot[]; reload: () => Promise<unknown>; onClose: () => void };

/** An express order stays on its day. */
const isExpress = (order: Order): boolean => addOnsOf(order).some(({ id }) => id === EXPRESS);

/**
 * How long the provider may take to confirm the order manually, paid or not yet: a pickup before that is refused. Orders
 * cached by an older version do not say whether they do.
 */
function useAnswerMs({ status, acceptsInstantly = true }: Partial<Order>): number {
  const { config } = useConfig();
  const isManual = status === "pending" && !acceptsInstantly;
  return isManual ? (config?.answerWithinMinutes ?? 2 * 60) * 60_000 : 0;
}

/** Times to move the pickup to: free, from `from` on, and not the present one. */
function openHours(slots: readonly TimeSlot[], order: Order, from: number): TimeSlot[] {
  const { pickupTime } = order;
  return slots.filter(({ isAvailable, date, startTime }) => {
    const start = Date.parse(zurichToUtc(date, startTime));
    if (isExpress(order) && date !== zurichDate(pickupTime)) return false;
    return isAvailable && start !== Date.parse(pickupTime) && start > from;
  });
}

type Values = { date: string; time: string };

function MoveForm({ order, slots, reload, onClose }: FormProps): ReactElement {
  const now = useNow();
  const free = openHours(slots, order, now + useAnswerMs(order));
  const dates = [...new Set(free.map((slot) => slot.date))];
  const { reschedule } = useOrderChanges(order);
  const element = useRef<HTMLFormElement>(null);
  const [lastError, setLastError] = useState<unknown>(null);
  // The time for which a second pickup is wanted. A ref, because it is read by the send of the same press.
  const agreed = useRef<string | null>(null);
  const pickupOf = ({ date, time }: Values): Values => {
    const day = dates.includes(date) ? date : (dates[0] ?? "");
    // A time that is taken meanwhile is deselected, without choosing another.
    return { date: day, time: free.some((slot) => slot.date === day && slot.startTime === time) ? time : "" };
  };
  const { user } = useSession();
  const form = useForm<Values>({
    initial: { date: zurichDate(order.pickupTime), time: "" },
    draft: { name: `reschedule ${order.id}`, owner: user?.id ?? null },
    check: (values) => ({ time: pickupOf(values).time === "" ? t("tracking.reschedule.choose") : "" }),
    save: async (values) => {
      const { date, time } = pickupOf(values);
      const delivery = await reschedule(date, time, agreed.current === zurichToUtc(date, time));
      const moved = pickupWindow({ pickupTime: zurichToUtc(date, time) }, now);
      const done = {
        title: t("tracking.reschedule.done.title"),
        description: t("tracking.reschedule.done.body", { time: moved }),
      };
      showToast(deliveryToast(delivery, "reschedule") ?? done);
      onClose();
    },
    explain: (error) => ({
      fields: {},
      text:
        isTaken(error) && !isOfOrder(error)
          ? `${errorText(error)} ${t("tracking.reschedule.again")}`
          : errorText(error),
    }),
    notice: { title: t("tracking.reschedule.error.title") },
    onFormError: (_, error) => {
      setLastError(error);
      if (!isTaken(error)) return;
      form.change({ time: "" });
      void reload();
    },
  });
  const { date, time } = pickupOf(form.values);
  const times = free.filter((slot) => slot.date === date).map((slot) => slot.startTime);

  const moveAnyway = (): void => {
    if (element.current === null) return;
    agreed.current = zurichToUtc(date, time);
    form.submit(element.current);
  };

  if (dates.length === 0) {
    const none = t("tracking.reschedule.none", { days: DAYS_AHEAD });
    return <p>{isExpress(order) ? t("tracking.reschedule.none.express") : none}</p>;
  }
  return (
    <Form form={form} ref={element}>
      <FormNotice form={form} />
      {form.failure !== null && <SecondPickup error={lastError} onAnyway={moveAnyway} />}
      <FormField form={form} name="date" label={t("tracking.reschedule.day")}>
        {({ readOnly, ...control }, choose) => (
          <Select
            {...control}
            disabled={readOnly}
            value={date}
            onValueChange={choose}
            options={dates.map((day) => ({ value: day, label: formatDay(zurichToUtc(day, "12:00"), now) }))}
          />
        )}
      </FormField>
      <FormField form={form} name="time" label={t("tracking.reschedule.time")}>
        {({ readOnly, ...control }, choose) => (
          <Select
            {...control}
            disabled={readOnly}
            value={time}
            onValueChange={choose}
            options={[
              { value: "", label: t("tracking.reschedule.choose"), disabled: true },
              ...times.map((value) => ({ value, label: value })),
            ]}
          />
        )}
      </FormField>
      <SubmitButton form={form} variant="brand">
        {t("tracking.reschedule.confirm")}
      </SubmitButton>
    </Form>
  );
}

/** Moves the pickup to another free time of the same provider. */
export function RescheduleForm({ order, onClose }: { order: Order; onClose: () => void }): ReactElement {
  const [today] = useState(() => zurichDate(serverNow()));
  const range = { providerId: order.providerId, startDate: today, endDate: addDays(today, DAYS_AHEAD - 1) };
  const { slots, error, isBusy, retry } = useTimeSlots(range);
  if (slots !== undefined) return <MoveForm order={order} slots={slots} reload={retry} onClose={onClose} />;
  if (error !== undefined) return <ErrorState body={errorText(error)} busy={isBusy} onRetry={() => void retry()} />;
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </Loading>
  );
}
