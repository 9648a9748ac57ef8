import type { ComponentType, ReactElement } from "react";

import { addressLine } from "@/api/addresses/address-line";
import type { Address } from "@/api/types";
import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";
import { TextField } from "@/ui/form/form-fields";
import type { FormState } from "@/ui/form/use-form";
import { OwnAddresses } from "@/ui/own-addresses";

import type { Draft } from "./draft";

const FIELDS = ["street", "city", "postalCode"] as const;
type AddressValues = Pick<Draft, (typeof FIELDS)[number]>;

/** Missing fields, with the messages of specification point 5. */
export function missingFields(values: AddressValues): Partial<AddressValues> {
  const missing = FIELDS.filter((name) => values[name].trim() === "");
  return Object.fromEntries(missing.map((name) => [name, t(`booking.address.${name}.missing`)]));
}

const plain = (values: AddressValues): string => addressLine(values).toLowerCase();

/** True if the address is one of the account's saved ones. */
export function isSaved(values: AddressValues, saved: readonly AddressValues[]): boolean {
  return saved.some((address) => plain(address) === plain(values));
}

type AddressFieldsProps = {
  form: FormState<Draft>;
  /** The account's saved addresses; empty for a visitor. */
  saved: readonly Address[];
  /** `isNew`: the address is written, and not saved yet. */
  Extras: ComponentType<{ draft: Draft; isNew: boolean; onChange: (values: Partial<Draft>) => void }>;
};

/** The address for pickup and return. */
export function PickupAddressFields({ form, saved, Extras }: AddressFieldsProps): ReactElement {
  const { values, change } = form;
  return (
    <SectionCard title={t("booking.address.title")}>
      {saved.length > 0 && (
        <div className="mb-4">
          <OwnAddresses
            addresses={saved}
            isChosen={(address) => isSaved(values, [address])}
            onChoose={({ street, city, postalCode }) => change({ street, city, postalCode })}
          />
        </div>
      )}
      <div className="grid grid-cols-[minmax(min-content,1fr)_minmax(0,2fr)] gap-x-3 gap-y-4 wrap-break-word">
        <div className="col-span-2">
          <TextField
            form={form}
            name="street"
            label={t("booking.address.street")}
            autoComplete="street-address"
            maxLength={120}
            placeholder={t("booking.address.street.placeholder")}
            required
          />
        </div>
        <TextField
          form={form}
          name="postalCode"
          label={t("booking.address.postalCode")}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={10}
          required
        />
        <TextField
          form={form}
          name="city"
          label={t("booking.address.city")}
          autoComplete="address-level2"
          maxLength={80}
          required
        />
      </div>
      <p className="mt-3 text-caption text-ink-soft">{t("booking.address.hint")}</p>
      <Extras draft={values} isNew={values.street.trim() !== "" && !isSaved(values, saved)} onChange={change} />
    </SectionCard>
  );
}
