import type { ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useAddresses, type AddressValues } from "@/api/addresses/use-addresses";
import { CityOfCode } from "@/api/localities/city-of-code";
import { useLocality } from "@/api/localities/use-locality";
import { useAccount } from "@/api/session/session";
import type { Address } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";

const REQUIRED = ["street", "city", "postalCode"] as const;

function missing(values: AddressValues): Record<string, string> {
  const empty = REQUIRED.filter((name) => values[name].trim() === "");
  return Object.fromEntries(empty.map((name) => [name, t(`profile.addresses.${name}.required`)]));
}

function AddressForm({ address, onSaved }: { address: Address | null; onSaved: () => void }): ReactElement {
  const { id, postalCode: chosen } = useAccount();
  const { add, change } = useAddresses();
  const locality = useLocality();
  // Both or neither: a city with another's postal code is nobody's.
  const isKnown = chosen !== null && locality.city !== "";
  const start = { label: "", street: "", ...(isKnown ? locality : { city: "", postalCode: "" }) };
  const { label, street, city, postalCode } = address ?? start;
  const form = useForm<AddressValues>({
    initial: { label, street, city, postalCode },
    draft: { name: `saved address ${address?.id ?? "new"}`, owner: id },
    check: missing,
    save: async (values) => {
      if (address === null) await add(values);
      else await change(address.id, values);
      showToast({ title: t("profile.addresses.saved") });
      onSaved();
    },
    explain: formErrorOf,
    notice: { title: t("profile.notSaved.title") },
  });

  return (
    <Form form={form}>
      <TextField
        form={form}
        name="street"
        label={t("profile.addresses.street")}
        autoComplete="street-address"
        required
      />
      <div className="grid grid-cols-[7rem_1fr] items-start gap-3">
        <TextField
          form={form}
          name="postalCode"
          label={t("profile.addresses.postalCode")}
          inputMode="numeric"
          autoComplete="postal-code"
          required
        />
        <TextField form={form} name="city" label={t("profile.addresses.city")} autoComplete="address-level2" required />
      </div>
      <CityOfCode values={form.values} change={form.change} />
      <TextField
        form={form}
        name="label"
        label={t("profile.addresses.label")}
        maxLength={40}
        placeholder={t("profile.addresses.label.placeholder")}
      />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary">
        {t("profile.form.save")}
      </SubmitButton>
    </Form>
  );
}

type AddressDialogProps = {
  /** Null: adds a new address. */ address: Address | null;
  open: boolean;
  onClose: () => void;
  onSaved: () => void;
};

/** Adds or changes one address. */
export function AddressDialog({ address, open, onClose, onSaved }: AddressDialogProps): ReactElement {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(address === null ? "profile.addresses.dialog.add" : "profile.addresses.dialog.edit")}
    >
      {open && <AddressForm address={address} onSaved={onSaved} />}
    </Dialog>
  );
}
