import type { ReactElement } from "react";

import { addressLine } from "@/api/addresses/address-line";
import type { Address } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { OwnAddresses } from "@/ui/own-addresses";

export type Addresses = { pickupAddress: string; deliveryAddress: string };
export type AddressErrors = Partial<Record<keyof Addresses, string>>;

const LONGEST = 300;

type AddressFieldsProps = {
  values: Addresses;
  errors: AddressErrors;
  /** The account's saved addresses. */
  saved: readonly Address[];
  onChange: (values: Partial<Addresses>) => void;
};

/** Pickup and delivery address. */
export function RecurringAddressFields({ values, errors, saved, onChange }: AddressFieldsProps): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <OwnAddresses
        addresses={saved}
        isChosen={(address) =>
          values.pickupAddress === addressLine(address) && values.deliveryAddress === addressLine(address)
        }
        onChoose={(address) => onChange({ pickupAddress: addressLine(address), deliveryAddress: addressLine(address) })}
      />
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
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onChange({ deliveryAddress: values.pickupAddress })}
            className="mt-1 -ml-4"
          >
            {t("recurring.form.same")}
          </Button>
        )}
      </div>
    </div>
  );
}
