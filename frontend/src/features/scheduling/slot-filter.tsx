import { useId, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { RadioTile } from "@/ui/radio-tile";

import { FILTERS, type SlotFilter } from "./slots";

/** Which kinds of slots are shown. */
export function SlotFilterChoice({ value, onChange }: { value: SlotFilter; onChange: (filter: SlotFilter) => void }): ReactElement {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t("scheduling.filter")}</legend>
      <div className="flex rounded-md bg-sunken p-1">
        {FILTERS.map((filter) => (
          <RadioTile
            key={filter}
            name={name}
            value={filter}
            checked={filter === value}
            onChoose={() => onChange(filter)}
            className="inline-flex min-h-touch grow rounded-sm px-2 text-center text-caption font-medium text-ink-soft transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-offset-2 @task:px-3"
          >
            {t(`scheduling.type.${filter}`)}
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}
