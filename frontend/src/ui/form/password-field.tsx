import type { ReactElement } from "react";

import { PasswordInput } from "@/ui/password-input";

import { FormField, type FieldProps, type Name } from "./form-fields";

type PasswordProps<V extends object> = FieldProps<V> & { autoComplete: "current-password" | "new-password"; placeholder?: string };

/** A password, hidden until its person asks to see it. No draft keeps it. */
export function PasswordField<V extends object>({ form, name, label, hint, required, ...input }: PasswordProps<V>): ReactElement {
  return (
    <FormField form={form} name={name} label={label} hint={hint} required={required}>
      {(control, change) => (
        <PasswordInput {...input} {...control} value={String(control.value)} onChange={(event) => change(event.target.value as V[Name<V>])} />
      )}
    </FormField>
  );
}
