import { useId, type ReactElement } from "react";

import type { RecurringPattern } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatWeekdayName } from "@/lib/weeks";
import { Field } from "@/ui/field";
import { Select } from "@/ui/input";
import { RadioTile } from "@/ui/radio-tile";

import { DAYS_OF_MONTH, PATTERNS, PREFERRED_TIMES, WEEKDAYS, type Plan } from "../plan";

function PatternChoice({
  value,
  onChange,
}: {
  value: RecurringPattern;
  onChange: (pattern: RecurringPattern) => void;
}): ReactElement {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t("recurring.pattern")}</legend>
      <div className="grid grid-cols-3 gap-2">
        {PATTERNS.map((pattern) => (
          <RadioTile
            key={pattern}
            name={name}
            value={pattern}
            checked={pattern === value}
            onChoose={() => onChange(pattern)}
            className="inline-flex min-h-12 rounded-md border border-line-strong px-1 text-center font-medium max-[22rem]:text-caption transition-colors hover:bg-sunken has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-offset-2"
          >
            {t(`recurring.pattern.${pattern}`)}
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}

/** Pattern, day and time: a weekday for weekly ones, a day of the month for monthly (specification point 5). */
export function PatternFields({
  plan,
  timeError,
  onChange,
}: {
  plan: Plan;
  timeError?: string | undefined;
  onChange: (changes: Partial<Plan>) => void;
}): ReactElement {
  const weekdays = WEEKDAYS.map((day) => ({ value: day.toString(), label: formatWeekdayName(day) }));
  const days = DAYS_OF_MONTH.map((day) => ({ value: day.toString(), label: t("recurring.dayOfMonth.value", { day }) }));
  const times = PREFERRED_TIMES.map((time) => ({ value: time, label: time }));
  return (
    <div className="flex flex-col gap-4">
      <PatternChoice value={plan.pattern} onChange={(pattern) => onChange({ pattern })} />
      <div className="grid gap-4 md:grid-cols-2">
        {plan.pattern === "monthly" ? (
          <Field label={t("recurring.dayOfMonth")}>
            {(control) => (
              <Select
                {...control}
                value={plan.dayOfMonth.toString()}
                options={days}
                onValueChange={(day) => onChange({ dayOfMonth: Number(day) })}
              />
            )}
          </Field>
        ) : (
          <Field label={t("recurring.dayOfWeek")}>
            {(control) => (
              <Select
                {...control}
                value={plan.dayOfWeek.toString()}
                options={weekdays}
                onValueChange={(day) => onChange({ dayOfWeek: Number(day) })}
              />
            )}
          </Field>
        )}
        <Field label={t("recurring.preferredTime")} error={timeError}>
          {(control) => (
            <Select
              {...control}
              value={plan.preferredTime}
              options={times}
              onValueChange={(preferredTime) => onChange({ preferredTime })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
