import { useId, type ReactElement } from "react";

import { t } from "@/i18n/i18n";

import { FILTERS, type SlotFilter } from "./slots";

/** Which kinds of slots are shown. */
export function SlotFilterChoice({ value, onChange }: { value: SlotFilter; onChange: (filter: SlotFilter) => void }): ReactElement {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t("scheduling.filter")}</legend>
      <div className="flex rounded-md bg-sunken p-1">
        {FILTERS.map((filter) => (
          <label
            key={filter}
            className="relative inline-flex min-h-touch grow items-center justify-center rounded-sm px-2 text-center text-caption font-medium text-ink-soft transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand @task:px-3"
          >
            <input
              type="radio"
              name={name}
              value={filter}
              checked={filter === value}
              onChange={() => onChange(filter)}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-sm outline-none"
            />
            {t(`scheduling.type.${filter}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
