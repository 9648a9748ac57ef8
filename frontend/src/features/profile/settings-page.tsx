import { FileText, KeyRound, Lock, Shield } from "lucide-react";
import type { ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { changePassword } from "@/api/session/use-account";
import { useEmail } from "@/api/session/use-email";
import { useSession } from "@/api/session/session";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { PasswordField } from "@/ui/form/password-field";
import { useForm } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";

import { DevicesSection } from "./devices-section";
import { DisplaySection } from "./display-section";
import { MenuRow } from "./menu-row";
import { NotificationsSection } from "./notifications-section";

const EMPTY = { currentPassword: "", newPassword: "" };

function PasswordForm(): ReactElement {
  const { config } = useConfig();
  const length = config?.minPasswordLength ?? 6;
  const form = useForm({
    initial: EMPTY,
    check: ({ currentPassword, newPassword }) => ({
      currentPassword: currentPassword === "" ? t("profile.password.required") : "",
      newPassword: newPassword.length < length ? t("profile.password.tooShort", { length }) : "",
    }),
    save: async (values) => {
      await changePassword(values.currentPassword, values.newPassword);
      form.clear();
      showToast({ title: t("profile.password.saved.title"), description: t("profile.password.saved.body") });
    },
    explain: formErrorOf,
    notice: { title: t("profile.notSaved.title") },
  });

  return (
    <Form form={form}>
      <PasswordField
        form={form}
        name="currentPassword"
        label={t("profile.password.current")}
        autoComplete="current-password"
        required
      />
      <PasswordField
        form={form}
        name="newPassword"
        label={t("profile.password.new")}
        hint={t("profile.password.new.hint", { length })}
        autoComplete="new-password"
        required
      />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="brand">
        {t("profile.password.save")}
      </SubmitButton>
    </Form>
  );
}

/** Changes the password; an account without one, as by Google, has a link mailed by which it chooses one. */
function PasswordSection(): ReactElement {
  const { about } = useEmail();
  return (
    <SectionCard title={t("profile.password.title")}>
      {about?.hasPassword === false ? (
        <>
          <p className="mb-4 text-ink-soft">{t("profile.password.none")}</p>
          <ButtonLink wide to="/login/help">
            {t("profile.password.choose")}
          </ButtonLink>
        </>
      ) : (
        <PasswordForm />
      )}
    </SectionCard>
  );
}

/** Language, password, devices, notifications and privacy of the account. */
export function SettingsPage(): ReactElement {
  const { user } = useSession();
  return (
    <Page title={t("profile.settings.title")} backTo="/profile">
      <div className="flex flex-col gap-4">
        <DisplaySection user={user} />
        <PasswordSection />
        <ul className="card overflow-hidden">
          <MenuRow
            icon={<KeyRound className="size-5" />}
            label={t("profile.settings.security")}
            body={t("profile.settings.security.body")}
            to="/profile/security"
          />
        </ul>
        <DevicesSection />
        <NotificationsSection />
        <ul className="card divide-y overflow-hidden">
          <MenuRow icon={<Lock className="size-5" />} label={t("profile.settings.privacy")} to="/account/privacy" />
          <MenuRow icon={<Shield className="size-5" />} label={t("profile.settings.privacyPolicy")} to="/privacy" />
          <MenuRow icon={<FileText className="size-5" />} label={t("profile.settings.terms")} to="/terms" />
        </ul>
      </div>
    </Page>
  );
}
