import { FileText, Lock, Shield } from "lucide-react";
import { useRef, useState, type ReactElement } from "react";

import { api } from "@/api/client";
import { errorText, fieldErrors } from "@/api/error-text";
import { useConfig } from "@/api/use-config";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field, focusFirstError } from "@/ui/field";
import { Input } from "@/ui/input";
import { Page } from "@/ui/page";
import { showToast } from "@/ui/toast";

import { MenuRow } from "./menu-row";
import { NeedsAccount } from "./needs-account";

const EMPTY = { currentPassword: "", newPassword: "" };

function PasswordForm(): ReactElement {
  const { config } = useConfig();
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const length = config?.minPasswordLength ?? 6;

  const set = (name: keyof typeof EMPTY, value: string): void => {
    setValues({ ...values, [name]: value });
    setErrors({ ...errors, [name]: "" });
  };
  const refuse = (found: Record<string, string>): void => {
    setErrors(found);
    requestAnimationFrame(() => focusFirstError(form.current));
  };
  const save = async (): Promise<void> => {
    if (values.currentPassword === "") {
      refuse({ currentPassword: t("profile.password.required") });
      return;
    }
    if (values.newPassword.length < length) {
      refuse({ newPassword: t("profile.password.tooShort", { length }) });
      return;
    }
    setBusy(true);
    try {
      await api.post("/api/profile/password", values);
      setValues(EMPTY);
      showToast({ title: t("profile.password.saved.title"), description: t("profile.password.saved.body") });
    } catch (error) {
      refuse(fieldErrors(error));
      showToast({ title: t("profile.notSaved.title"), description: errorText(error), variant: "destructive" });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
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
      <Button type="submit" variant="brand" busy={busy}>
        {t("profile.password.save")}
      </Button>
    </form>
  );
}

/** Password and privacy of the account. */
export function SettingsPage(): ReactElement {
  return (
    <Page title={t("profile.settings.title")} backTo="/profile">
      <NeedsAccount path="/profile/settings">
        {() => (
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
        )}
      </NeedsAccount>
    </Page>
  );
}
