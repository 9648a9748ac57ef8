import { Check, MapPin } from "lucide-react";
import type { ReactElement } from "react";
import useSWR from "swr";

import { keys } from "@/api/keys";
import type { Address } from "@/api/types";
import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

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

/** The account's own addresses, one tap each. */
function SavedAddresses({ values, onChoose }: SavedAddressesProps): ReactElement | null {
  const { data } = useSWR<Address[], unknown>(keys.addresses);
  if (data === undefined || data.length === 0) return null;
  return (
    <div role="group" aria-label={t("booking.address.saved")} className="mb-4 flex flex-col gap-2">
      {data.map((address) => {
        const { label, street, city, postalCode } = address;
        const isChosen = street === values.street && city === values.city && postalCode === values.postalCode;
        return (
          <button
            key={address.id}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose({ street, city, postalCode })}
            className="flex min-h-14 items-center gap-3 rounded-md border border-line-strong px-3.5 py-2 text-left transition-colors hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft"
          >
            <MapPin aria-hidden className="size-5 shrink-0 text-ink-soft" />
            <span className="min-w-0 grow">
              {label !== "" && <span className="block font-semibold">{label}</span>}
              <span className={label === "" ? "block" : "block text-caption text-ink-soft"}>{`${street}, ${postalCode} ${city}`}</span>
            </span>
            {isChosen && <Check aria-hidden className="size-5 shrink-0 text-brand-ink" />}
          </button>
        );
      })}
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
