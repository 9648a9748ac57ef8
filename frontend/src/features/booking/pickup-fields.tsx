import { CircleAlert, CircleCheck } from "lucide-react";
import { useId, useMemo, type ReactElement, type Ref } from "react";
import { Link, type LinkProps } from "react-router-dom";

import type { TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { rich } from "@/i18n/rich";
import { cx } from "@/lib/cx";
import { formatDate, formatDay, zurichToUtc } from "@/lib/dates";
import { pickupWindow } from "@/lib/pickup-window";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";

import { hourBeside, hoursOf, isOffered, type Hour, type Pickup } from "./pickup-times";
import { captionOf, MoreDatesTile, TileGroup, TimeTile } from "./time-tiles";
import { useDatesLink } from "./use-dates";

type Day = {
  date: string;
  noon: string;
  hours: Hour[];
  /** If none is free: the first free hour outside those offered. */ beside: string | null;
};

const hasFree = ({ hours }: Pick<Day, "hours">): boolean => hours.some(({ state }) => state === "free");

function dayOf(date: string, slots: readonly TimeSlot[], now: number): Day {
  const hours = hoursOf(date, slots, now);
  return {
    date,
    noon: zurichToUtc(date, "12:00"),
    hours,
    beside: hasFree({ hours }) ? null : hourBeside(date, slots, now),
  };
}

/** Caption of a day: its first free hour if that is not among those shown, else its date. */
function dayCaption(day: Day, now: number): string {
  if (hasFree(day)) return formatDate(day.noon, now);
  return day.beside === null ? t("booking.pickup.noTimes") : t("booking.pickup.from", { time: day.beside });
}

/** No free hour today or tomorrow: offers another day, or another provider. */
function NoTimesSoon({
  name,
  otherProvider,
}: {
  name: string;
  otherProvider: Pick<LinkProps, "to" | "onClick">;
}): ReactElement {
  const datesLink = useDatesLink();
  return (
    <div className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      <p className="font-semibold">{t("booking.pickup.none.title")}</p>
      <p>{t("booking.pickup.none.body", { name })}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <ButtonLink {...datesLink("once")} variant="brand">
          {t("booking.pickup.seeAll")}
        </ButtonLink>
        <Link
          {...otherProvider}
          className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
        >
          {t("booking.pickup.none.action")}
        </Link>
      </div>
    </div>
  );
}

type FoundTimeProps = { time: string; isGone: boolean; describedBy: string | undefined };

/** The time chosen in the scheduler. */
function FoundTime({ time, isGone, describedBy }: FoundTimeProps): ReactElement {
  const datesLink = useDatesLink();
  return (
    <div className="flex items-center gap-3 rounded-md border border-brand bg-brand-soft py-1.5 pr-1.5 pl-4 text-brand-ink">
      <CircleCheck aria-hidden className="size-5 shrink-0" />
      <p className={cx("min-w-0 grow font-semibold tabular-nums", isGone && "line-through")}>{time}</p>
      <ButtonLink
        {...datesLink("once")}
        size="sm"
        aria-label={`${t("booking.pickup.change")}, ${time}`}
        aria-describedby={describedBy}
      >
        {t("booking.pickup.change")}
      </ButtonLink>
    </div>
  );
}

function Problem({ id, text }: { id: string; text: string }): ReactElement {
  return (
    <p id={id} className="flex items-center gap-1.5 text-caption font-medium text-bad">
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      {text}
    </p>
  );
}

function LostTime({ text }: { text: string }): ReactElement {
  return (
    <p role="status" className="flex gap-2 rounded-md bg-warn-soft px-4 py-3 text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {text}
    </p>
  );
}

type PickupFieldsProps = {
  providerName: string;
  /** Today and tomorrow. */
  dates: readonly string[];
  slots: readonly TimeSlot[];
  now: number;
  value: Pickup | null;
  /** The pickup, if it can still be booked, or is reserved by this draft's own order. */
  chosen: Pickup | null;
  error: string | null;
  /** Message if the saved time is gone. */
  lostTime: string | null;
  /** Link to other providers. */
  otherProvider: Pick<LinkProps, "to" | "onClick">;
  /** The hours, or the time from the scheduler; for the focus. */
  hoursRef: Ref<HTMLDivElement>;
  onChange: (pickup: Pickup) => void;
};

/**
 * Day and hour of the pickup: today and tomorrow here, later days in the scheduler. Only bookable hours can be chosen;
 * the others say why not.
 */
export function PickupFields(props: PickupFieldsProps): ReactElement {
  const { providerName, dates, slots, now, value, chosen, error, lostTime, otherProvider, hoursRef, onChange } = props;
  const id = useId();
  const datesLink = useDatesLink();
  // Memoised, because each key in the form re-renders this, and time zone conversions are slow on phones.
  const days = useMemo(() => dates.map((date) => dayOf(date, slots, now)), [dates, slots, now]);
  const hasNoTimesSoon = !days.some((day) => hasFree(day) || day.beside !== null);
  const isFound = value !== null && !isOffered(value, dates);
  const shown = days.find(({ date }) => date === value?.date) ?? days[0];
  const isChosen = ({ date, time }: Hour): boolean => date === chosen?.date && time === chosen.time;
  const isHeld = (hour: Hour): boolean => hour.state !== "free" && isChosen(hour);
  const describedBy = error === null ? undefined : `${id}-error`;
  const instant = value === null ? null : zurichToUtc(value.date, value.time);

  const chooseDay = ({ date, hours, beside }: Day): void => {
    if (beside !== null) {
      onChange({ date, time: beside });
      return;
    }
    // On a change of day: the same hour if free, else that day's first free one.
    const free = hours.filter(({ state }) => state === "free");
    const hour = free.find(({ time }) => time === value?.time) ?? free[0];
    if (hour !== undefined) onChange({ date, time: hour.time });
  };

  return (
    <SectionCard title={t("booking.pickup.title")}>
      <div className="flex flex-col gap-4">
        {lostTime !== null && <LostTime text={lostTime} />}
        <TileGroup legend={t("booking.pickup.date")}>
          {days.map((day) => {
            const isDead = !hasFree(day) && day.beside === null;
            return (
              <TimeTile
                key={day.date}
                name={`${id}-date`}
                value={day.date}
                title={formatDay(day.noon, now)}
                caption={dayCaption(day, now)}
                checked={!isFound && !hasNoTimesSoon && day.date === shown?.date}
                disabled={isDead && (isFound || day.date !== value?.date)}
                onChoose={() => chooseDay(day)}
              />
            );
          })}
          <MoreDatesTile date={isFound && instant !== null ? formatDate(instant, now) : null} />
        </TileGroup>
        <div ref={hoursRef}>
          {isFound && instant !== null ? (
            <FoundTime
              time={pickupWindow({ pickupTime: instant }, now)}
              isGone={error !== null}
              describedBy={describedBy}
            />
          ) : hasNoTimesSoon ? (
            <NoTimesSoon name={providerName} otherProvider={otherProvider} />
          ) : (
            <TileGroup legend={t("booking.pickup.time")} describedBy={describedBy}>
              {shown?.hours.map((hour) => (
                <TimeTile
                  key={hour.date + hour.time}
                  name={`${id}-time`}
                  value={hour.time}
                  title={hour.time}
                  caption={isHeld(hour) ? t("booking.pickup.held") : captionOf(hour)}
                  checked={isChosen(hour)}
                  disabled={hour.state !== "free" && !isHeld(hour)}
                  onChoose={() => onChange({ date: hour.date, time: hour.time })}
                />
              ))}
            </TileGroup>
          )}
        </div>
        {error !== null && <Problem id={`${id}-error`} text={error} />}
        <p className="text-caption text-ink-soft">
          {rich("booking.pickup.repeat", {
            link: (inner) => (
              <Link
                {...datesLink("recurring")}
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
