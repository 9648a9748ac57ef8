import { FileText, Lock, Shield } from "lucide-react";
import type { ReactElement } from "react";

import { changePassword } from "@/resources/use-account";
import { useConfig } from "@/resources/use-config";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";

import { MenuRow } from "./menu-row";
import { useForm } from "./use-form";

const EMPTY = { currentPassword: "", newPassword: "" };

function PasswordForm(): ReactElement {
  const { config } = useConfig();
  const length = config?.minPasswordLength ?? 6;
  const form = useForm({
    initial: EMPTY,
    check: ({ currentPassword, newPassword }) => ({
      ...(currentPassword === "" ? { currentPassword: t("profile.password.required") } : {}),
      ...(newPassword.length < length ? { newPassword: t("profile.password.tooShort", { length }) } : {}),
    }),
    save: async (values) => {
      await changePassword(values.currentPassword, values.newPassword);
      form.reset();
      showToast({ title: t("profile.password.saved.title"), description: t("profile.password.saved.body") });
    },
  });
  const { values, errors, set } = form;

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.onSubmit}
    >
      <Field label={t("profile.password.current")} error={errors["currentPassword"]} required>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            value={values.currentPassword}
            onChange={(event) => set("currentPassword", event.target.value)}
          />
        )}
      </Field>
      <Field label={t("profile.password.new")} error={errors["newPassword"]} hint={t("profile.password.new.hint", { length })} required>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={values.newPassword}
            onChange={(event) => set("newPassword", event.target.value)}
          />
        )}
      </Field>
      {form.failure !== null && <FailureNotice {...form.failure} />}
      <Button type="submit" variant="brand" busy={form.busy}>
        {t("profile.password.save")}
      </Button>
    </form>
  );
}

/** Password and privacy of the account. */
export function SettingsPage(): ReactElement {
  return (
    <Page title={t("profile.settings.title")} backTo="/profile">
      <div className="flex flex-col gap-4">
        <SectionCard title={t("profile.password.title")}>
          <PasswordForm />
        </SectionCard>
        <ul className="card divide-y overflow-hidden">
          <MenuRow icon={<Lock className="size-5" />} label={t("profile.settings.privacy")} to="/account/privacy" />
          <MenuRow icon={<Shield className="size-5" />} label={t("profile.settings.privacyPolicy")} to="/privacy" />
          <MenuRow icon={<FileText className="size-5" />} label={t("profile.settings.terms")} to="/terms" />
        </ul>
      </div>
    </Page>
  );
}
