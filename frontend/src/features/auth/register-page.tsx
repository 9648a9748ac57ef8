import { useRef, useState, type ReactElement, type SyntheticEvent } from "react";
import { Link } from "react-router-dom";

import { register } from "@/resources/use-account";
import { fieldErrors } from "@/resources/error-text";
import { useConfig } from "@/resources/use-config";
import { t } from "@/i18n/i18n";
import { rich } from "@/i18n/rich";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { focusFirstError } from "@/ui/field";
import { LogoMark } from "@/ui/logo";
import { showToast, showToastAfterReload } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { useRestored } from "@/ui/use-restored";

import { refusalText } from "./refusal";
import { RegistrationFields } from "./registration-fields";
import { useWayBack } from "./use-way-back";
import { passwordError, registrationErrors, withoutField, type Registration, type RegistrationErrors } from "./validation";

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

function useRegistration(onSuccess: () => void): {
  values: Registration;
  errors: RegistrationErrors;
  refusal: string | null;
  busy: boolean;
  min: number;
  change: (name: keyof Registration, value: string) => void;
  submit: (form: HTMLElement | null) => void;
} {
  const min = useConfig().config?.minPasswordLength ?? 6;
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<RegistrationErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useRestored(() => setBusy(false));

  const submitted = async (form: HTMLElement | null): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      await send(values);
      showToastAfterReload({ title: t("auth.register.welcome"), description: t("auth.register.welcome.body") });
      // The form stays busy: the page is about to be loaded anew.
      onSuccess();
    } catch (error) {
      const text = refusalText(error, t("auth.register.failed.body"));
      const refused = fieldErrors(error);
      setBusy(false);
      setErrors(refused);
      setRefusal(Object.keys(refused).length === 0 ? text : null);
      showToast({ title: t("auth.register.failed"), description: text, variant: "destructive" });
      requestAnimationFrame(() => focusFirstError(form));
    }
  };

  const submit = (form: HTMLElement | null): void => {
    const found = registrationErrors(values, min);
    const rule = passwordError(values, min);
    setErrors(found);
    if (rule !== undefined) showToast({ title: t("auth.error"), description: rule, variant: "destructive" });
    if (Object.keys(found).length === 0) void submitted(form);
    else requestAnimationFrame(() => focusFirstError(form));
  };

  const change = (name: keyof Registration, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    // That two passwords differ is said at the second one; editing the first may mend it.
    setErrors((before) => (name === "password" ? withoutField(before, name, "confirmPassword") : withoutField(before, name)));
  };

  return { values, errors, refusal, busy, min, change, submit };
}

export function RegisterPage(): ReactElement {
  const way = useWayBack();
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, refusal, busy, min, change, submit } = useRegistration(() => window.location.assign(way.path));

  return (
    <Page title={t("auth.register.title")} lead={t("auth.register.lead")} action={<LogoMark className="size-11 shrink-0" />}>
      <form
        ref={form}
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          submit(form.current);
        }}
        className="card flex flex-col gap-4 p-4 md:p-6"
      >
        <RegistrationFields values={values} errors={errors} min={min} onChange={change} />
        {refusal !== null && <FailureNotice text={refusal} isSaid />}
        <Button type="submit" variant="primary" wide busy={busy} className="mt-1">
          {busy ? t("auth.register.busy") : t("auth.register.submit")}
        </Button>
        <p className="text-center text-caption text-ink-soft">
          {rich(t("auth.register.terms"), {
            terms: (inner) => <Link to="/terms" className={LINK}>{inner}</Link>,
            privacy: (inner) => <Link to="/privacy" className={LINK}>{inner}</Link>,
          })}
        </p>
      </form>
      <p className="mt-4 flex min-h-touch flex-wrap items-center justify-center gap-x-1 text-center text-ink-soft">
        {rich(t("auth.register.loginLink"), {
          link: (inner) => <Link to={way.loginLink} className={`inline-flex min-h-touch items-center ${LINK}`}>{inner}</Link>,
        })}
      </p>
    </Page>
  );
}
