import type { ReactElement } from "react";

import { useAddresses } from "@/resources/use-addresses";
import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { OwnAddresses } from "@/ui/own-addresses";

import type { Draft } from "./draft";

type AddressField = "street" | "city" | "postalCode";
export type AddressErrors = Partial<Record<AddressField, string>>;
type AddressValues = Pick<Draft, AddressField>;

/** What is missing, in the words of specification point 5. */
export function missingFields(values: AddressValues): AddressErrors {
  return {
    ...(values.street.trim() === "" && { street: t("booking.address.street.missing") }),
    ...(values.city.trim() === "" && { city: t("booking.address.city.missing") }),
    ...(values.postalCode.trim() === "" && { postalCode: t("booking.address.postalCode.missing") }),
  };
}

type SavedAddressesProps = { values: AddressValues; onChoose: (address: AddressValues) => void };

function SavedAddresses({ values, onChoose }: SavedAddressesProps): ReactElement | null {
  const { addresses } = useAddresses();
  if (addresses === undefined || addresses.length === 0) return null;
  return (
    <div className="mb-4">
      <OwnAddresses
        addresses={addresses}
        isChosen={({ street, city, postalCode }) => street === values.street && city === values.city && postalCode === values.postalCode}
        onChoose={({ street, city, postalCode }) => onChoose({ street, city, postalCode })}
      />
    </div>
  );
}

type AddressFieldsProps = {
  values: AddressValues;
  errors: AddressErrors;
  /** False for a visitor, who has no addresses to choose from. */
  offersSaved: boolean;
  onChange: (values: Partial<AddressValues>) => void;
};

/** Where the laundry is fetched and brought back to. */
export function AddressFields({ values, errors, offersSaved, onChange }: AddressFieldsProps): ReactElement {
  return (
    <SectionCard title={t("booking.address.title")}>
      {offersSaved && <SavedAddresses values={values} onChoose={onChange} />}
      <div className="grid grid-cols-3 gap-x-3 gap-y-4">
        <div className="col-span-3">
          <Field label={t("booking.address.street")} error={errors.street} required>
            {(control) => (
              <Input
                {...control}
                name="street"
                autoComplete="street-address"
                maxLength={120}
                placeholder={t("booking.address.street.placeholder")}
                value={values.street}
                onChange={(event) => onChange({ street: event.target.value })}
              />
            )}
          </Field>
        </div>
        <div className="col-span-2">
          <Field label={t("booking.address.city")} error={errors.city} required>
            {(control) => (
              <Input
                {...control}
                name="city"
                autoComplete="address-level2"
                maxLength={80}
                value={values.city}
                onChange={(event) => onChange({ city: event.target.value })}
              />
            )}
          </Field>
        </div>
        <Field label={t("booking.address.postalCode")} error={errors.postalCode} required>
          {(control) => (
            <Input
              {...control}
              name="postalCode"
              autoComplete="postal-code"
              inputMode="numeric"
              maxLength={10}
              className="tabular-nums"
              value={values.postalCode}
              onChange={(event) => onChange({ postalCode: event.target.value })}
            />
          )}
        </Field>
      </div>
      <p className="mt-3 text-caption text-ink-soft">{t("booking.address.hint")}</p>
    </SectionCard>
  );
}
