import type { ReactElement } from "react";

import { ApiError } from "@/api/http/api-error";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { forgetDrafts } from "@/lib/drafts";
import { Field } from "@/ui/field";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { PasswordField } from "@/ui/form/password-field";
import { useForm } from "@/ui/form/use-form";
import { Input } from "@/ui/input";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToastAfterReload } from "@/ui/overlay/toast";

import { LOGIN_DRAFT, SHEET_DRAFT } from "./auth-drafts";
import { signInError } from "./sign-in-error";
import { isLastStep } from "./sign-in-step";

type NewPasswordProps = {
  email: string;
  /** The page that asked for the link. */
  next: string;
  set: (password: string) => Promise<void>;
  onEnded: () => void;
};

/** Sets a new password by a link, and signs in. */
export function NewPasswordForm({ email, next, set, onEnded }: NewPasswordProps): ReactElement {
  const min = useConfig().config?.minPasswordLength ?? 6;
  const form = useForm({
    initial: { password: "" },
    check: ({ password }) => ({
      password:
        password === "" ? t("auth.error.password") : password.length < min ? t("auth.error.short", { min }) : "",
    }),
    save: async ({ password }) => {
      const isIn = await isLastStep(set(password), next);
      forgetDrafts(LOGIN_DRAFT.name, SHEET_DRAFT.name);
      // Who still has to enter a code is not signed in yet.
      showToastAfterReload({ title: t("auth.reset.done"), ...(isIn && { description: t("auth.reset.done.body") }) });
      if (isIn) window.location.assign(next);
    },
    explain: (error) => signInError(error, t("auth.reset.failed")),
    leavesPage: true,
    onFormError: (_, error) => error instanceof ApiError && error.status === 404 && onEnded(),
  });
  return (
    <Form form={form} className="card flex flex-col gap-4 p-4 md:p-6">
      {/* For password managers, which store the user name with the password. */}
      <Field label={t("auth.field.email")}>
        {(control) => <Input {...control} type="email" autoComplete="username" value={email} readOnly />}
      </Field>
      <PasswordField
        form={form}
        name="password"
        label={t("auth.reset.password")}
        autoComplete="new-password"
        placeholder={t("auth.field.password.placeholder", { min })}
        required
      />
      <p className="text-caption text-ink-soft">{t("auth.reset.others")}</p>
      <FormNotice form={form} />
      <NeedsConnection says={t("auth.link.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="primary" wide>
          {t("auth.reset.submit")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}
