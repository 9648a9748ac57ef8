import { CircleAlert } from "lucide-react";
import { useId, useState, type ReactElement, type ReactNode, type Ref } from "react";
import { Link } from "react-router-dom";

import type { TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { rich } from "@/i18n/rich";
import { cx } from "@/lib/cx";
import { addDays, formatDate, formatDay, zurichToUtc } from "@/lib/dates";
import { SectionCard } from "@/ui/card";

import { hoursOf, isOffered, type Hour, type Pickup } from "./pickup-times";

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
        "relative flex min-h-14 flex-col items-center justify-center rounded-md border px-1 py-1.5 text-center transition-colors",
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

type GroupProps = { legend: string; describedBy?: string | undefined; children: ReactNode };

function Group({ legend, describedBy, children }: GroupProps): ReactElement {
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid grid-cols-3 gap-2">{children}</div>
    </fieldset>
  );
}

/** Draws a calendar of a provider's free slots; `onChoose` gets the slot that a person pressed. */
export type RenderCalendar = (calendar: {
  providerId: string;
  chosen: { date: string; startTime: string } | null;
  /** A date in the week that is shown first. */
  startAt: string;
  onChoose: (slot: TimeSlot) => void;
}) => ReactNode;

type Day = { date: string; hours: Hour[] };

const hasFree = ({ hours }: Day): boolean => hours.some(({ state }) => state === "free");

/** Neither today nor tomorrow has a free hour: another day, or another provider. */
function NoneSoon({ name }: { name: string }): ReactElement {
  return (
    <div className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      <p className="font-semibold">{t("booking.pickup.none.title")}</p>
      <p>{t("booking.pickup.none.body", { name })}</p>
      <Link to="/" className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
        {t("booking.pickup.none.action")}
      </Link>
    </div>
  );
}

type PickupFieldsProps = {
  providerId: string;
  providerName: string;
  /** Today and tomorrow. */
  dates: readonly string[];
  slots: readonly TimeSlot[];
  now: number;
  value: Pickup | null;
  error: string | null;
  /** The hours or the calendar, for the focus after a refusal. */
  hoursRef: Ref<HTMLDivElement>;
  calendar: RenderCalendar;
  /** Null once the calendar is opened, until one of its slots is chosen. */
  onChange: (pickup: Pickup | null) => void;
};

/**
 * Day and hour of the pickup: today's and tomorrow's hours at hand, every later one in the calendar. Only what can be
 * booked can be chosen; the hours that cannot say why.
 */
export function PickupFields(props: PickupFieldsProps): ReactElement {
  const { providerId, providerName, dates, slots, now, value, error, hoursRef, calendar, onChange } = props;
  const id = useId();
  const days = dates.map((date) => ({ date, hours: hoursOf(date, slots, now) }));
  const hasNoneSoon = !days.some(hasFree);
  const [isOpen, setIsOpen] = useState(value === null ? hasNoneSoon : !isOffered(value, dates));
  const [hourBefore, setHourBefore] = useState(value?.time);
  const shown = days.find(({ date }) => date === value?.date) ?? days[0];
  const later = value !== null && !dates.includes(value.date) ? value.date : null;

  const openCalendar = (): void => {
    setIsOpen(true);
    // Whoever looks for another date must not book today's by mistake.
    setHourBefore(value?.time);
    if (later === null) onChange(null);
  };
  const chooseDay = ({ date, hours }: Day): void => {
    setIsOpen(false);
    // The same hour of the other day where it is free, else that day's first free one.
    const free = hours.filter(({ state }) => state === "free");
    const hour = free.find(({ time }) => time === (value?.time ?? hourBefore)) ?? free[0];
    if (hour !== undefined) onChange({ date, time: hour.time });
  };

  return (
    <SectionCard title={t("booking.pickup.title")}>
      <div className="flex flex-col gap-4">
        {hasNoneSoon && <NoneSoon name={providerName} />}
        <Group legend={t("booking.pickup.date")}>
          {days.map((day) => {
            const noon = zurichToUtc(day.date, "12:00");
            const isDead = !hasFree(day);
            return (
              <Choice
                key={day.date}
                name={`${id}-date`}
                value={day.date}
                title={formatDay(noon, now)}
                caption={isDead ? t("booking.pickup.noTimes") : formatDate(noon, now)}
                checked={!isOpen && day.date === shown?.date}
                disabled={isDead && (isOpen || day.date !== value?.date)}
                onChoose={() => chooseDay(day)}
              />
            );
          })}
          <Choice
            name={`${id}-date`}
            value="more"
            title={t("booking.pickup.more")}
            caption={later === null ? t("booking.pickup.more.caption") : formatDate(zurichToUtc(later, "12:00"), now)}
            checked={isOpen}
            disabled={false}
            onChoose={openCalendar}
          />
        </Group>
        <div ref={hoursRef}>
          {isOpen ? (
            calendar({
              providerId,
              chosen: value === null ? null : { date: value.date, startTime: value.time },
              startAt: later ?? addDays(dates.at(-1) ?? "", 1),
              onChoose: (slot) => onChange({ date: slot.date, time: slot.startTime }),
            })
          ) : (
            <Group legend={t("booking.pickup.time")} describedBy={error === null ? undefined : `${id}-error`}>
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
          )}
        </div>
        {error !== null && (
          <p id={`${id}-error`} className="flex items-center gap-1.5 text-caption font-medium text-bad">
            <CircleAlert aria-hidden className="size-4 shrink-0" />
            {error}
          </p>
        )}
        <p className="text-caption text-ink-soft">
          {rich(t("booking.pickup.repeat"), {
            link: (inner) => (
              <Link
                to={`/recurring?providerId=${providerId}`}
                className="inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4"
              >
                {inner}
              </Link>
            ),
          })}
        </p>
      </div>
    </SectionCard>
  );
}
