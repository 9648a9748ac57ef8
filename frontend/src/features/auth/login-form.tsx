import { useEffect, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { signIn } from "@/api/session/use-account";
import { t } from "@/i18n/i18n";
import { forgetDrafts } from "@/lib/drafts";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { PasswordField } from "@/ui/form/password-field";
import { useForm } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";

import { LOGIN_DRAFT, REGISTRATION_DRAFT, SHEET_DRAFT } from "./auth-drafts";
import { EmailField } from "./email-field";
import { helpLink } from "./help-link";
import { signInError } from "./sign-in-error";
import { isLastStep } from "./sign-in-step";
import { emailError } from "./validation";

const LINK = "inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4";

type LoginFormProps = {
  disabled: boolean;
  /** Where to continue after the second factor. */
  path: string;
  onBusyChange: (busy: boolean) => void;
  onSuccess: () => void;
};

/** Signing in by email and password. */
export function LoginForm({ disabled, path, onBusyChange, onSuccess }: LoginFormProps): ReactElement {
  const form = useForm({
    initial: { email: "", password: "" },
    draft: LOGIN_DRAFT,
    check: ({ email, password }) => ({
      email: emailError(email) ?? "",
      password: password === "" ? t("auth.error.password") : "",
    }),
    save: async ({ email, password }) => {
      if (!(await isLastStep(signIn(email.trim(), password), path))) return;
      forgetDrafts(REGISTRATION_DRAFT.name, SHEET_DRAFT.name);
      onSuccess();
    },
    explain: (error) => signInError(error, t("auth.login.failed.body")),
    notice: { isSaid: true },
    leavesPage: true,
    onFormError: ({ text }) => showToast({ title: t("auth.login.failed"), description: text, variant: "destructive" }),
  });
  const { isBusy } = form;
  useEffect(() => onBusyChange(isBusy), [isBusy, onBusyChange]);

  return (
    <Form form={form}>
      <EmailField form={form} />
      <PasswordField
        form={form}
        name="password"
        label={t("auth.field.password")}
        autoComplete="current-password"
        required
      />
      <div className="-my-2 flex flex-wrap justify-between gap-x-4">
        <Link to={helpLink(path)} className={LINK}>
          {t("auth.help.link")}
        </Link>
        <Link to={helpLink(path, { with: "link" })} className={LINK}>
          {t("auth.help.link.signIn")}
        </Link>
      </div>
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary" wide disabled={disabled} busyLabel={t("auth.login.busy")}>
        {t("auth.login.submit")}
      </SubmitButton>
    </Form>
  );
}
