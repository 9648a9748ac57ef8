import type { ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import type { WorkingWindow } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { Button } from "@/ui/button";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { SelectField } from "@/ui/form/form-fields";
import { useForm, type Errors, type FormState } from "@/ui/form/use-form";
import { Dialog } from "@/ui/overlay/dialog";

import type { Hours } from "@/api/slots/use-working-week";
import { WEEK, type Weekday } from "./weekdays";

/** The window to edit, or null for a new one on a day, with an optional start. */
export type Edited = { day: Weekday; window: WorkingWindow | null; startTime?: string };
type OnSave = (windows: readonly Hours[]) => Promise<void>;
type FormProps = { edited: Edited; windows: readonly WorkingWindow[]; onSave: OnSave };

const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240];
const MAX_CAPACITY = 50;
// A native time input follows the browser's language ("2:00 PM"); Swiss times are 24-hour.
const QUARTERS = Array.from({ length: 96 }, (_, index) => clockText(index * 15));
const LAST_MINUTE = "23:59";
const LAST_HOUR = 23;

const hoursOf = ({ dayOfWeek, startTime, endTime, slotMinutes, maxBookings }: WorkingWindow): Hours => ({
  dayOfWeek,
  startTime,
  endTime,
  slotMinutes,
  maxBookings,
});

function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

function times(present: string): { value: string; label: string }[] {
  return [...new Set([...QUARTERS, LAST_MINUTE, present])].sort().map((value) => ({ value, label: value }));
}

function lengthText(minutes: number): string {
  return minutes % 60 === 0 ? t("week.hours.hours", { count: minutes / 60 }) : t("week.hours.minutes", { minutes });
}

/** Options, plus the present value if it is not among them. */
function options(
  values: readonly number[],
  present: number,
  label: (value: number) => string,
): { value: string; label: string }[] {
  const all = [...new Set([...values, present])].sort((a, b) => a - b);
  return all.map((value) => ({ value: String(value), label: label(value) }));
}

function DayChoice({
  days,
  error,
  disabled,
  onChange,
}: {
  days: readonly Weekday[];
  error: string | undefined;
  disabled: boolean;
  onChange: (days: Weekday[]) => void;
}): ReactElement {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1.5 font-medium">{t("week.hours.days")}</legend>
      <div className="grid grid-cols-7 gap-1.5">
        {WEEK.map((day) => (
          <label
            key={day}
            className={cx(
              "relative flex min-h-touch items-center justify-center rounded-md border border-line-strong font-medium transition-colors",
              "has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
            )}
          >
            <input
              type="checkbox"
              aria-label={t(`week.day.${day}`)}
              aria-invalid={error !== undefined || undefined}
              checked={days.includes(day)}
              onChange={() => onChange(days.includes(day) ? days.filter((other) => other !== day) : [...days, day])}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-md outline-none"
            />
            <span aria-hidden>{t(`week.day.${day}`).slice(0, 2)}</span>
          </label>
        ))}
      </div>
      {error !== undefined && <p className="mt-1.5 text-caption font-medium text-bad">{error}</p>}
    </fieldset>
  );
}

type Values = {
  days: readonly Weekday[];
  startTime: string;
  endTime: string;
  slotMinutes: number;
  maxBookings: number;
};

const USUAL = { startTime: "09:00", endTime: "17:00", slotMinutes: 60, maxBookings: 3 };
/** Proposed length in hours of a new window. */
const PROPOSED = 4;

function begun(startTime: string): typeof USUAL {
  const end = Math.min(Number(startTime.slice(0, 2)) + PROPOSED, LAST_HOUR);
  return { ...USUAL, startTime, endTime: clockText(end * 60) };
}

function valuesOf({ day, window, startTime: chosen }: Edited): Values {
  const { startTime, endTime, slotMinutes, maxBookings } = window ?? (chosen === undefined ? USUAL : begun(chosen));
  return { days: [day], startTime, endTime, slotMinutes, maxBookings };
}

function checked({ days, startTime, endTime }: Values): Errors {
  return {
    days: days.length === 0 ? t("week.hours.noDay") : "",
    endTime: endTime <= startTime ? t("week.hours.inverted") : "",
  };
}

/** Start and end, capacity, and slot length. */
function WindowFields({ form }: { form: FormState<Values> }): ReactElement {
  const { startTime, endTime, slotMinutes, maxBookings } = form.values;
  const numbers = Array.from({ length: MAX_CAPACITY }, (_, index) => index + 1);
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField form={form} name="startTime" label={t("week.hours.start")} options={times(startTime)} />
        <SelectField form={form} name="endTime" label={t("week.hours.end")} options={times(endTime)} />
      </div>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          form={form}
          name="slotMinutes"
          label={t("week.hours.length")}
          options={options(LENGTHS, slotMinutes, lengthText)}
          parse={Number}
        />
        <SelectField
          form={form}
          name="maxBookings"
          label={t("week.hours.places")}
          options={options(numbers, maxBookings, String)}
          parse={Number}
        />
      </div>
    </>
  );
}

function HoursForm({ edited, windows, onSave }: FormProps): ReactElement {
  const { window } = edited;
  const others = windows.filter((other) => other.id !== window?.id).map(hoursOf);
  const form = useForm<Values>({
    initial: valuesOf(edited),
    check: checked,
    save: ({ days, ...hours }) => onSave([...others, ...days.map((dayOfWeek) => ({ dayOfWeek, ...hours }))]),
    explain: formErrorOf,
  });
  const { days } = form.values;
  const errors = form.errors;
  return (
    <Form form={form}>
      {window === null && (
        <DayChoice
          days={days}
          error={errors["days"]}
          disabled={form.isBusy}
          onChange={(chosen) => form.change({ days: chosen })}
        />
      )}
      <WindowFields form={form} />
      <FormNotice form={form} />
      <div className="flex flex-col gap-2">
        <SubmitButton form={form} variant="primary">
          {t("week.hours.save")}
        </SubmitButton>
        {window !== null && (
          <Button variant="ghost" disabled={form.isBusy} onClick={() => void form.run(() => onSave(others))}>
            {t("week.hours.remove")}
          </Button>
        )}
      </div>
    </Form>
  );
}

type HoursDialogProps = {
  edited: Edited | null;
  windows: readonly WorkingWindow[];
  onClose: () => void;
  onSave: OnSave;
};

/** Adds hours to days, or changes or removes those of one day. */
export function HoursDialog({ edited, windows, onClose, onSave }: HoursDialogProps): ReactElement {
  const changed = edited?.window?.dayOfWeek as Weekday | undefined;
  const title =
    changed === undefined
      ? t("week.hours.dialog.add")
      : t("week.hours.dialog.change", { day: t(`week.day.${changed}`) });
  return (
    <Dialog open={edited !== null} onClose={onClose} title={title}>
      {edited !== null && <HoursForm edited={edited} windows={windows} onSave={onSave} />}
    </Dialog>
  );
}
