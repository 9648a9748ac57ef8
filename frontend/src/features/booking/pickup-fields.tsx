import { CircleAlert } from "lucide-react";
import { useId, type ReactElement, type ReactNode, type Ref } from "react";

import type { TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatDate, formatDay, zurichToUtc } from "@/lib/dates";
import { SectionCard } from "@/ui/card";

import { hoursOf, type Hour, type Pickup } from "./pickup-times";

type ChoiceProps = {
  name: string;
  value: string;
  title: string;
  caption: string;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
};

/** One date or hour: a native radio button that looks like a tile, with what can be said about it below. */
function Choice({ name, value, title, caption, checked, disabled, onChoose }: ChoiceProps): ReactElement {
  return (
    <label
      className={cx(
        "relative flex min-h-14 flex-col items-center justify-center rounded-md border px-2 py-1.5 text-center transition-colors",
        "has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
        disabled ? "cursor-not-allowed border-line bg-sunken text-ink-soft" : "border-line-strong hover:bg-sunken",
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-md outline-none"
      />
      <span className={cx("font-semibold tabular-nums", disabled && "line-through")}>{title}</span>{" "}
      <span className={cx("text-caption", !checked && "text-ink-soft")}>{caption}</span>
    </label>
  );
}

function captionOf({ state, left }: Hour): string {
  return state === "free" ? t("booking.pickup.left", { count: left }) : t(`booking.pickup.${state}`);
}

type GroupProps = { legend: string; describedBy?: string | undefined; columns: string; children: ReactNode; ref?: Ref<HTMLFieldSetElement> };

function Group({ legend, describedBy, columns, children, ref }: GroupProps): ReactElement {
  return (
    <fieldset ref={ref} aria-describedby={describedBy}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className={cx("grid gap-2", columns)}>{children}</div>
    </fieldset>
  );
}

type PickupFieldsProps = {
  /** Today and tomorrow. */
  dates: readonly string[];
  slots: readonly TimeSlot[];
  now: number;
  value: Pickup | null;
  error: string | null;
  /** The group of hours, for the focus after a refusal. */
  hoursRef: Ref<HTMLFieldSetElement>;
  onChange: (pickup: Pickup) => void;
};

/** Day and hour of the pickup. Only hours that can be booked can be chosen; the others say why not. */
export function PickupFields({ dates, slots, now, value, error, hoursRef, onChange }: PickupFieldsProps): ReactElement {
  const id = useId();
  const days = dates.map((date) => ({ date, hours: hoursOf(date, slots, now) }));
  const shown = days.find(({ date }) => date === value?.date) ?? days[0];

  const chooseDay = ({ date, hours }: { date: string; hours: Hour[] }): void => {
    // The same hour of the other day where it is free, else that day's first free one.
    const free = hours.filter(({ state }) => state === "free");
    const hour = free.find(({ time }) => time === value?.time) ?? free[0];
    if (hour !== undefined) onChange({ date, time: hour.time });
  };

  return (
    <SectionCard title={t("booking.pickup.title")}>
      <div className="flex flex-col gap-4">
        <Group legend={t("booking.pickup.date")} columns="grid-cols-2">
          {days.map((day) => {
            const noon = zurichToUtc(day.date, "12:00");
            const isDead = day.hours.every(({ state }) => state !== "free");
            return (
              <Choice
                key={day.date}
                name={`${id}-date`}
                value={day.date}
                title={formatDay(noon, now)}
                caption={isDead ? t("booking.pickup.noTimes") : formatDate(noon, now)}
                checked={day.date === shown?.date}
                disabled={isDead && day.date !== value?.date}
                onChoose={() => chooseDay(day)}
              />
            );
          })}
        </Group>
        <Group
          ref={hoursRef}
          legend={t("booking.pickup.time")}
          describedBy={error === null ? undefined : `${id}-error`}
          columns="grid-cols-3"
        >
          {shown?.hours.map((hour) => (
            <Choice
              key={hour.date + hour.time}
              name={`${id}-time`}
              value={hour.time}
              title={hour.time}
              caption={captionOf(hour)}
              checked={hour.state === "free" && hour.date === value?.date && hour.time === value.time}
              disabled={hour.state !== "free"}
              onChoose={() => onChange({ date: hour.date, time: hour.time })}
            />
          ))}
        </Group>
        {error !== null && (
          <p id={`${id}-error`} className="flex items-center gap-1.5 text-caption font-medium text-bad">
            <CircleAlert aria-hidden className="size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </SectionCard>
  );
}
