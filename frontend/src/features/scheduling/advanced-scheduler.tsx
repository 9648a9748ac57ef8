import { useState, type ReactElement, type ReactNode } from "react";

import type { TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatLongDate } from "@/lib/weeks";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Tabs } from "@/ui/tabs";
import { useAddressChoice } from "@/ui/use-address-state";

import { SLOT_TYPE_ICONS, SLOT_TYPES } from "./slot-types";
import { pickupEnd, type SlotKey } from "./slots";
import { WeekCalendar } from "./week-calendar";

/** When laundry is returned in the demo, by pickup time (specification point 2). A booking keeps its own promise. */
function TimelineCard(): ReactElement {
  return (
    <SectionCard title={t("scheduling.timeline.title")}>
      <ul className="divide-y">
        {SLOT_TYPES.map((type) => {
          const Icon = SLOT_TYPE_ICONS[type];
          return (
            <li key={type} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Icon aria-hidden className="size-5 shrink-0 text-brand-ink" />
              <div className="min-w-0 grow">
                <p className="font-semibold">{t(`scheduling.type.${type}`)}</p>
                <p className="text-ink-soft">{t(`scheduling.timeline.${type}.body`)}</p>
              </div>
              <Badge tone="brand">{t(`scheduling.timeline.${type}.tag`)}</Badge>
            </li>
          );
        })}
      </ul>
    </SectionCard>
  );
}

function Legend(): ReactElement {
  return (
    <ul aria-label={t("scheduling.advanced.legend")} className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
      {SLOT_TYPES.map((type) => {
        const Icon = SLOT_TYPE_ICONS[type];
        return (
          <li key={type} className="flex items-center gap-1.5 text-caption">
            <Icon aria-hidden className="size-4 text-brand-ink" />
            <span>
              <span className="font-medium">{t(`scheduling.type.${type}`)}</span>{" "}
              <span className="text-ink-soft">({t(`scheduling.hint.${type}`)})</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

type OneTimeProps = {
  providerId: string;
  /** The time chosen before, to be marked. */
  chosen?: SlotKey | null;
  /** A date in the first week to show; default today. */
  startAt?: string;
  /** Whether the demo's timeline stands beneath. */
  hasTimeline?: boolean;
  onConfirm: (slot: TimeSlot) => void;
};

function OneTime({
  providerId,
  chosen: before = null,
  startAt,
  hasTimeline = false,
  onConfirm,
}: OneTimeProps): ReactElement {
  const [chosen, setChosen] = useState<TimeSlot | null>(null);
  const [filter, setFilter] = useAddressChoice("slots", SLOT_TYPES);
  const confirm = (slot: TimeSlot): void => {
    setChosen(null);
    onConfirm(slot);
  };
  return (
    <div className="flex flex-col gap-4">
      <SectionCard title={t("scheduling.advanced.choose")}>
        <Legend />
        <WeekCalendar
          providerId={providerId}
          chosen={chosen ?? before}
          startAt={startAt}
          onChoose={setChosen}
          filter={filter ?? "all"}
          onFilterChange={(next) => setFilter(next === "all" ? null : next)}
        />
      </SectionCard>
      {chosen !== null && (
        // Sticky above the navigation, so that it is visible wherever the slot is.
        <div className="sticky above-nav z-10 -mx-4 flex animate-rise items-center justify-between gap-4 border-t bg-page/95 px-4 py-3 backdrop-blur-sm md:bottom-4 md:mx-0 md:rounded-card md:border md:bg-surface md:shadow-high">
          <p className="min-w-0">
            <span className="block font-semibold">{formatLongDate(chosen.date)}</span>
            <span className="text-ink-soft tabular-nums">
              {t("scheduling.advanced.range", { start: chosen.startTime, end: pickupEnd(chosen) })}
            </span>
            <span className="hidden text-ink-soft md:inline"> · {t(`scheduling.type.${chosen.slotType}`)}</span>
          </p>
          <Button variant="primary" onClick={() => confirm(chosen)} className="shrink-0">
            {t("scheduling.confirm")}
          </Button>
        </div>
      )}
      {hasTimeline && <TimelineCard />}
    </div>
  );
}

type SchedulerTab = "once" | "recurring";

type AdvancedSchedulerProps = OneTimeProps & {
  tab: SchedulerTab;
  onTabChange: (tab: SchedulerTab) => void;
  /** Shown above the calendar, such as a confirmation. */
  notice?: ReactNode;
  /** The recurring tab, which belongs to another feature; the route passes it in. */
  recurring: ReactNode;
};

/** Books once or recurring (specification point 2). `onConfirm` gets the slot of a single booking. */
export function AdvancedScheduler({
  tab,
  onTabChange,
  notice,
  recurring,
  ...once
}: AdvancedSchedulerProps): ReactElement {
  const oneTime = (
    <div className="flex flex-col gap-4">
      {notice}
      <OneTime {...once} />
    </div>
  );
  return (
    <Tabs
      label={t("scheduling.advanced.tabs")}
      value={tab}
      onValueChange={onTabChange}
      tabs={[
        { value: "once", label: t("scheduling.advanced.once"), content: oneTime },
        { value: "recurring", label: t("scheduling.advanced.recurring"), content: recurring },
      ]}
    />
  );
}
