import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { TextField } from "@/ui/form/form-fields";
import type { FormState } from "@/ui/form/use-form";

/** The address of an account; the browser knows it as the user name. */
export function EmailField<V extends { email: string }>({ form }: { form: FormState<V> }): ReactElement {
  return (
    <TextField
      form={form}
      name="email"
      label={t("auth.field.email")}
      type="email"
      autoComplete="username"
      placeholder={t("auth.field.email.placeholder")}
      required
    />
  );
}
