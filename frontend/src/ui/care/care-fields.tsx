import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { SelectField, TextareaField } from "@/ui/form/form-fields";
import type { FormState } from "@/ui/form/use-form";
import { Switch } from "@/ui/switch";

import { DETERGENTS, TEMPERATURES, type CareValues } from "./care";

/** Two lines, and as many more as the text has. */
const GROWING = { rows: 2, maxLength: 300, className: "field-sizing-content min-h-20" };

/** The fields of how laundry is to be done, for any form that has them. */
export function CareFields<V extends CareValues>({ form: wider }: { form: FormState<V> }): ReactElement {
  const form = wider as unknown as FormState<CareValues>;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="detergent"
          label={t("care.detergent")}
          options={DETERGENTS.map((value) => ({ value, label: t(`care.detergent.${value}`) }))}
        />
        <SelectField
          form={form}
          name="temperature"
          label={t("care.temperature")}
          options={TEMPERATURES.map((degrees) => ({
            value: String(degrees),
            label: t("care.degrees", { degrees }),
          }))}
          parse={(value) => TEMPERATURES.find((degrees) => String(degrees) === value) ?? 40}
        />
      </div>
      {(["softener", "ironing"] as const).map((name) => (
        <Switch
          key={name}
          label={t(`care.${name}`)}
          checked={form.values[name]}
          disabled={form.isBusy}
          onCheckedChange={(isOn) => form.change({ [name]: isOn })}
        />
      ))}
      <TextareaField
        form={form}
        name="allergies"
        label={t("care.allergies")}
        hint={t("care.allergies.hint")}
        {...GROWING}
      />
      <TextareaField form={form} name="notes" label={t("care.notes")} {...GROWING} />
    </div>
  );
}
