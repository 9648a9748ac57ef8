import { useRef, useState, type ReactElement, type SyntheticEvent } from "react";

import { signIn } from "@/resources/use-account";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Field, focusFirstError } from "@/ui/field";
import { Input } from "@/ui/input";
import { useRestored } from "@/ui/use-restored";
import { showToast } from "@/ui/overlay/toast";

import { refusalText } from "./refusal";
import { emailError, withoutField } from "./validation";

type LoginFormProps = { disabled: boolean; onBusyChange: (busy: boolean) => void; onSuccess: () => void };
type Errors = { email?: string; password?: string };

function check(email: string, password: string): Errors {
  const badEmail = emailError(email);
  return {
    ...(badEmail === undefined ? {} : { email: badEmail }),
    ...(password === "" ? { password: t("auth.error.password") } : {}),
  };
}

/** Signing in by e-mail and password. */
export function LoginForm({ disabled, onBusyChange, onSuccess }: LoginFormProps): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const setBusyEverywhere = (next: boolean): void => {
    setBusy(next);
    onBusyChange(next);
  };

  useRestored(() => setBusyEverywhere(false));

  const submitted = async (): Promise<void> => {
    setBusyEverywhere(true);
    setRefusal(null);
    try {
      await signIn(email.trim(), password);
      // The form stays busy: the page is about to be loaded anew.
      onSuccess();
    } catch (error) {
      const text = refusalText(error, t("auth.login.failed.body"));
      setBusyEverywhere(false);
      setRefusal(text);
      showToast({ title: t("auth.login.failed"), description: text, variant: "destructive" });
    }
  };

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const found = check(email, password);
    setErrors(found);
    if (Object.keys(found).length === 0) void submitted();
    else requestAnimationFrame(() => focusFirstError(form.current));
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t("auth.field.email")} error={errors.email} required>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            required
            autoComplete="username"
            placeholder={t("auth.field.email.placeholder")}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setErrors((before) => withoutField(before, "email"));
            }}
          />
        )}
      </Field>
      <Field label={t("auth.field.password")} error={errors.password} required>
        {(control) => (
          <Input
            {...control}
            type="password"
            name="password"
            required
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setErrors((before) => withoutField(before, "password"));
            }}
          />
        )}
      </Field>
      {refusal !== null && <FailureNotice text={refusal} isSaid />}
      <Button type="submit" variant="primary" wide busy={busy} disabled={disabled}>
        {busy ? t("auth.login.busy") : t("auth.login.submit")}
      </Button>
    </form>
  );
}
