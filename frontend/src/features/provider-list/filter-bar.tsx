import { ArrowUpDown, CalendarClock, Leaf, Shirt, Star } from "lucide-react";
import type { ReactElement } from "react";

import { SERVICES } from "@/api/prices/services";
import { t } from "@/i18n/i18n";
import { Chip } from "@/ui/chip";

import { conditionName } from "./filter-names";
import { CONDITIONS, SORTS, type Condition, type Filters } from "./filters";

const ICON = "size-4 shrink-0 text-ink-soft";
const ICONS: Record<Condition, ReactElement> = {
  today: <CalendarClock aria-hidden className={ICON} />,
  rating: <Star aria-hidden className={ICON} />,
  eco: <Leaf aria-hidden className={ICON} />,
};

type BarProps = { filters: Filters; onChange: (filters: Partial<Filters>) => void };

/** A native select that looks like a chip. */
function SortPicker({ filters: { sort }, onChange }: BarProps): ReactElement {
  return (
    <div className="relative shrink-0">
      <ArrowUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <select
        aria-label={t("filters.sort")}
        value={sort}
        onChange={(event) => onChange({ sort: SORTS.find((value) => value === event.target.value) ?? "nearest" })}
        className="min-h-touch cursor-pointer appearance-none rounded-full border border-line-strong bg-surface pr-3 pl-9 font-medium transition-colors hover:bg-sunken"
      >
        {SORTS.map((value) => (
          <option key={value} value={value}>
            {t(`filters.sort.${value}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Order, filters and service: a row that scrolls on phones. */
export function FilterBar({ filters, onChange }: BarProps): ReactElement {
  const { service, conditions } = filters;
  const toggle = (condition: Condition): void =>
    onChange({
      conditions: conditions.includes(condition)
        ? conditions.filter((other) => other !== condition)
        : [...conditions, condition],
    });
  return (
    <div
      role="group"
      aria-label={t("filters.label")}
      className="relative -mx-4 flex scroll-px-4 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0"
    >
      <SortPicker filters={filters} onChange={onChange} />
      {CONDITIONS.map((condition) => (
        <Chip
          key={condition}
          isOn={conditions.includes(condition)}
          onToggle={() => toggle(condition)}
          icon={ICONS[condition]}
        >
          {conditionName(condition)}
        </Chip>
      ))}
      {SERVICES.map((one) => (
        <Chip
          key={one}
          isOn={one === service}
          onToggle={() => onChange({ service: one === service ? null : one })}
          icon={<Shirt aria-hidden className={ICON} />}
        >
          {t(`common.service.${one}`)}
        </Chip>
      ))}
    </div>
  );
}
