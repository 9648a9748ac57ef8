import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import type { FieldProps } from "@/ui/form/form-fields";
import { PasswordField } from "@/ui/form/password-field";

/** Confirms the account's owner before a payout change: by password, or, without one, a recent sign-in. */
export function OwnerField<V extends { password: string }>({
  form,
  hasPassword,
}: Pick<FieldProps<V>, "form"> & { hasPassword: boolean }): ReactElement {
  if (!hasPassword) return <p className="text-small text-ink-soft">{t("earnings.account.recent")}</p>;
  return (
    <PasswordField
      form={form}
      name="password"
      label={t("earnings.account.password")}
      hint={t("earnings.account.password.hint")}
      autoComplete="current-password"
      required
    />
  );
}

/** Its validation error; "" if none. */
export function ownerError({ password }: { password: string }, hasPassword: boolean): string {
  return hasPassword && password === "" ? t("earnings.account.password.missing") : "";
}
