// The parts of the form that may come a moment later, in one file, because each further one costs the page.
import { Hand } from "lucide-react";
import type { ReactElement } from "react";

import { CityOfCode } from "@/api/localities/city-of-code";
import { answerHours } from "@/api/providers/answer-hours";
import type { Prices } from "@/api/types";
import { t } from "@/i18n/i18n";
import { AddOnFields } from "@/paying/add-on-fields";
import { Checkbox } from "@/ui/checkbox";

import type { Draft } from "./draft";
import { PickupNoteField } from "./pickup-note-field";

type ExtrasProps = {
  draft: Draft;
  onChange: (values: Partial<Draft>) => void;
};

/** Rarely needed: add-ons and a note. */
export function AddOnsAndNote({
  prices,
  draft,
  isToday,
  onChange,
}: ExtrasProps & { prices: Prices; isToday: boolean }): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <AddOnFields
        offered={prices.addOns}
        chosen={draft.addOns}
        isToday={isToday}
        onChange={(addOns) => onChange({ addOns })}
      />
      <PickupNoteField value={draft.note} onChange={(note) => onChange({ note })} />
    </div>
  );
}

/** The city that the code asks for, and whether to keep the address (`isNew`: it is written, and not saved yet). */
export function AddressExtras({ draft, isNew, onChange }: ExtrasProps & { isNew: boolean }): ReactElement {
  return (
    <>
      <CityOfCode values={draft} change={onChange} />
      {isNew && (
        <div className="mt-2">
          <Checkbox
            label={t("booking.address.keep")}
            description={t("booking.address.keep.body")}
            checked={draft.keepsAddress}
            onCheckedChange={(keepsAddress) => onChange({ keepsAddress })}
          />
        </div>
      )}
    </>
  );
}

export type ManualConfirmationProps = { name: string; answerMinutes: number };

/** Says before payment that the provider must accept the order, and what happens otherwise. */
export function ManualConfirmationNote({ name, answerMinutes }: ManualConfirmationProps): ReactElement {
  return (
    <p className="mt-4 flex gap-2 rounded-md bg-brand-soft px-4 py-3 text-brand-ink">
      <Hand aria-hidden className="mt-0.5 size-5 shrink-0" />
      {t("common.manual", { name, hours: answerHours(answerMinutes) })}
    </p>
  );
}
