import type { ReactElement } from "react";

import { useMoveTimes } from "@/api/recurring/use-recurring";
import { errorText } from "@/api/http/error-text";
import type { Occurrence, RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addDays } from "@/lib/dates";
import { Field } from "@/ui/field";
import { Input, Select } from "@/ui/input";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

const LATEST_DAYS = 60;

export type When = { date: string; time: string };

type TimesProps = { booking: RecurringBooking; occurrence: Occurrence; value: When; onChange: (when: When) => void };

/** Possible start times on the chosen day. */
function Times({ booking, occurrence, value, onChange }: TimesProps): ReactElement {
  const asked = value.date === "" ? null : { bookingId: booking.id, occurrenceId: occurrence.id, date: value.date };
  const { times: found, error, isBusy, retry } = useMoveTimes(asked);
  if (found === undefined && error !== undefined) {
    return <ErrorState body={errorText(error)} onRetry={() => void retry()} busy={isBusy} />;
  }
  if (found === undefined && value.date !== "") {
    return (
      <Loading>
        <Skeleton className="h-12 rounded-md" />
      </Loading>
    );
  }
  const times = found?.times ?? [];
  if (times.length === 0) {
    return (
      <p aria-live="polite" className="text-ink-soft">
        {t(value.date === "" ? "recurring.move.noDate" : "recurring.move.noTime")}
      </p>
    );
  }
  const chosen = times.includes(value.time) ? value.time : "";
  const options = [
    { value: "", label: t("recurring.move.choose"), disabled: true },
    ...times.map((time) => ({ value: time, label: time })),
  ];
  return (
    <Field label={t("recurring.move.time")}>
      {(control) => (
        <Select {...control} value={chosen} options={options} onValueChange={(time) => onChange({ ...value, time })} />
      )}
    </Field>
  );
}

/** Day and time for days without slots: only times within the provider's week. */
export function DateAndTime({ today, value, onChange, ...rest }: TimesProps & { today: string }): ReactElement {
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Field label={t("recurring.move.date")}>
        {(control) => (
          <Input
            {...control}
            type="date"
            min={addDays(today, 1)}
            max={addDays(today, LATEST_DAYS)}
            value={value.date}
            onChange={(event) => onChange({ date: event.target.value, time: "" })}
          />
        )}
      </Field>
      <Times value={value} onChange={onChange} {...rest} />
    </div>
  );
}
