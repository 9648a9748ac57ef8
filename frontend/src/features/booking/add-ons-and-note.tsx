import type { ReactElement } from "react";

import type { Prices } from "@/api/types";
import { AddOnFields } from "@/paying/add-on-fields";

import type { Draft } from "./draft";
import { PickupNoteField } from "./pickup-note-field";

type AddOnsAndNoteProps = {
  prices: Prices;
  draft: Draft;
  isToday: boolean;
  onChange: (values: Partial<Draft>) => void;
};

/** Rarely needed: add-ons and a note. */
export function AddOnsAndNote({ prices, draft, isToday, onChange }: AddOnsAndNoteProps): ReactElement {
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
