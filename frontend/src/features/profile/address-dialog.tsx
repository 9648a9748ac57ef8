import type { ReactElement } from "react";

import { useAddresses, type AddressValues } from "@/resources/use-addresses";
import type { Address } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";

import { useForm } from "./use-form";

const NEW: AddressValues = { label: "", street: "", city: "Zurich", postalCode: "" };
const REQUIRED = ["street", "city", "postalCode"] as const;

function missing(values: AddressValues): Record<string, string> {
  const empty = REQUIRED.filter((name) => values[name].trim() === "");
  return Object.fromEntries(empty.map((name) => [name, t(`profile.addresses.${name}.required`)]));
}

function Form({ address, onSaved }: { address: Address | null; onSaved: () => void }): ReactElement {
  const { add, change } = useAddresses();
  const { label, street, city, postalCode } = address ?? NEW;
  const form = useForm<AddressValues>({
    initial: { label, street, city, postalCode },
    check: missing,
    save: async (values) => {
      if (address === null) await add(values);
      else await change(address.id, values);
      showToast({ title: t("profile.addresses.saved") });
      onSaved();
    },
  });
  const { values, errors, set } = form;

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.onSubmit}
    >
      <Field label={t("profile.addresses.street")} error={errors["street"]} required>
        {(control) => (
          <Input {...control} autoComplete="street-address" readOnly={form.busy} value={values.street} onChange={(event) => set("street", event.target.value)} />
        )}
      </Field>
      <div className="grid grid-cols-[7rem_1fr] items-start gap-3">
        <Field label={t("profile.addresses.postalCode")} error={errors["postalCode"]} required>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="postal-code"
              readOnly={form.busy}
              value={values.postalCode}
              onChange={(event) => set("postalCode", event.target.value)}
            />
          )}
        </Field>
        <Field label={t("profile.addresses.city")} error={errors["city"]} required>
          {(control) => (
            <Input {...control} autoComplete="address-level2" readOnly={form.busy} value={values.city} onChange={(event) => set("city", event.target.value)} />
          )}
        </Field>
      </div>
      <Field label={t("profile.addresses.label")} error={errors["label"]}>
        {(control) => (
          <Input
            {...control}
            maxLength={40}
            placeholder={t("profile.addresses.label.placeholder")}
            readOnly={form.busy}
            value={values.label}
            onChange={(event) => set("label", event.target.value)}
          />
        )}
      </Field>
      {form.failure !== null && <FailureNotice {...form.failure} />}
      <Button type="submit" variant="primary" busy={form.busy}>
        {t("profile.form.save")}
      </Button>
    </form>
  );
}

type AddressDialogProps = { /** Without one a new address is made. */ address: Address | null; open: boolean; onClose: () => void; onSaved: () => void };

/** Adds or changes one address. */
export function AddressDialog({ address, open, onClose, onSaved }: AddressDialogProps): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t(address === null ? "profile.addresses.dialog.add" : "profile.addresses.dialog.edit")}>
      {open && <Form address={address} onSaved={onSaved} />}
    </Dialog>
  );
}
