import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { register } from "@/api/session/use-account";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { rich } from "@/i18n/rich";
import { forgetDrafts } from "@/lib/drafts";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { PasswordField } from "@/ui/form/password-field";
import { useForm, type FormState } from "@/ui/form/use-form";
import { showToast, showToastAfterReload } from "@/ui/overlay/toast";

import { LOGIN_DRAFT, REGISTRATION_DRAFT, SHEET_DRAFT } from "./auth-drafts";
import { EmailField } from "./email-field";
import { signInError } from "./sign-in-error";
import { passwordError, registrationErrors, type Registration } from "./validation";

const EMPTY: Registration = { firstName: "", lastName: "", email: "", phone: "", password: "", confirmPassword: "" };
const LINK = "font-semibold text-brand-ink underline underline-offset-4";

async function send({ email, password, firstName, lastName, phone }: Registration): Promise<void> {
  await register({
    email: email.trim(),
    password,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone.trim(),
  });
}

function complain(title: string, description: string): void {
  showToast({ title, description, variant: "destructive" });
}

/** The registration's fields; names, and passwords, share a line if there is room. */
function Fields({ form, min }: { form: FormState<Registration>; min: number }): ReactElement {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField form={form} name="firstName" label={t("auth.field.firstName")} autoComplete="given-name" required />
      <TextField form={form} name="lastName" label={t("auth.field.lastName")} autoComplete="family-name" />
      <div className="md:col-span-2">
        <EmailField form={form} />
      </div>
      <div className="md:col-span-2">
        <TextField
          form={form}
          name="phone"
          label={t("auth.field.phone")}
          type="tel"
          autoComplete="tel"
          placeholder={t("auth.field.phone.placeholder")}
        />
      </div>
      <PasswordField
        form={form}
        name="password"
        label={t("auth.field.password")}
        autoComplete="new-password"
        placeholder={t("auth.field.password.placeholder", { min })}
        required
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label={t("auth.field.confirmPassword")}
        autoComplete="new-password"
        required
      />
    </div>
  );
}

/** Creates an account (specification points 2, 5 and 8). */
export function RegistrationForm({ onSuccess }: { onSuccess: () => void }): ReactElement {
  const min = useConfig().config?.minPasswordLength ?? 6;
  const form = useForm({
    initial: EMPTY,
    draft: REGISTRATION_DRAFT,
    check: (values) => registrationErrors(values, min),
    // "Passwords differ" is an error of the second one; editing the first may fix it.
    ties: { password: ["confirmPassword"] },
    save: async (values) => {
      await send(values);
      forgetDrafts(LOGIN_DRAFT.name, SHEET_DRAFT.name);
      showToastAfterReload({ title: t("auth.register.welcome"), description: t("auth.register.welcome.body") });
      onSuccess();
    },
    explain: (error) => signInError(error, t("auth.register.failed.body")),
    notice: { isSaid: true },
    leavesPage: true,
    onIncomplete: (_, values) => {
      const rule = passwordError(values, min);
      if (rule !== undefined) complain(t("auth.error"), rule);
    },
    onFormError: ({ text }) => complain(t("auth.register.failed"), text),
  });
  return (
    <Form form={form} className="card flex flex-col gap-4 p-4 md:p-6">
      <Fields form={form} min={min} />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary" wide className="mt-1" busyLabel={t("auth.register.busy")}>
        {t("auth.register.submit")}
      </SubmitButton>
      <p className="text-center text-caption text-ink-soft">
        {rich("auth.register.terms", {
          terms: (inner) => (
            <Link to="/terms" className={LINK}>
              {inner}
            </Link>
          ),
          privacy: (inner) => (
            <Link to="/privacy" className={LINK}>
              {inner}
            </Link>
          ),
        })}
      </p>
    </Form>
  );
}
