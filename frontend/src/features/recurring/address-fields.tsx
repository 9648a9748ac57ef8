import { MapPin } from "lucide-react";
import type { ReactElement } from "react";

import type { Address } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

export type Addresses = { pickupAddress: string; deliveryAddress: string };
export type AddressErrors = Partial<Record<keyof Addresses, string>>;

const LONGEST = 300;

/** The one line of an address that orders carry: "Bahnhofstrasse 1, Zurich 8001". */
export function addressLine({ street, city, postalCode }: Address): string {
  return `${street}, ${city} ${postalCode}`;
}

type AddressFieldsProps = {
  values: Addresses;
  errors: AddressErrors;
  /** The account's own addresses. */
  saved: readonly Address[];
  onChange: (values: Partial<Addresses>) => void;
};

/** Where laundry is fetched from, and where it is brought to. */
export function AddressFields({ values, errors, saved, onChange }: AddressFieldsProps): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      {saved.length > 0 && (
        <div role="group" aria-label={t("recurring.form.saved")} className="flex flex-wrap gap-2">
          {saved.map((address) => {
            const line = addressLine(address);
            return (
              <button
                key={address.id}
                type="button"
                aria-pressed={values.pickupAddress === line && values.deliveryAddress === line}
                onClick={() => onChange({ pickupAddress: line, deliveryAddress: line })}
                className="inline-flex min-h-touch items-center gap-2 rounded-full border border-line-strong px-4 text-left transition-colors hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft"
              >
                <MapPin aria-hidden className="size-4 shrink-0 text-ink-soft" />
                {address.label === "" ? address.street : address.label}
              </button>
            );
          })}
        </div>
      )}
      <Field label={t("recurring.form.pickup")} error={errors.pickupAddress} required>
        {(control) => (
          <Input
            {...control}
            name="pickupAddress"
            maxLength={LONGEST}
            autoComplete="street-address"
            placeholder={t("recurring.form.address.placeholder")}
            value={values.pickupAddress}
            onChange={(event) => onChange({ pickupAddress: event.target.value })}
          />
        )}
      </Field>
      <div>
        <Field label={t("recurring.form.delivery")} error={errors.deliveryAddress} required>
          {(control) => (
            <Input
              {...control}
              name="deliveryAddress"
              maxLength={LONGEST}
              autoComplete="off"
              placeholder={t("recurring.form.address.placeholder")}
              value={values.deliveryAddress}
              onChange={(event) => onChange({ deliveryAddress: event.target.value })}
            />
          )}
        </Field>
        {values.pickupAddress.trim() !== "" && values.pickupAddress !== values.deliveryAddress && (
          <Button variant="ghost" size="sm" onClick={() => onChange({ deliveryAddress: values.pickupAddress })} className="mt-1 -ml-4">
            {t("recurring.form.same")}
          </Button>
        )}
      </div>
    </div>
  );
}
