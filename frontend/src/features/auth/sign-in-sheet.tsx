import { useRef, useState, type ReactElement, type SyntheticEvent } from "react";
import { Link } from "react-router-dom";

import { useConfig } from "@/resources/use-config";
import { t } from "@/i18n/i18n";
import { rich } from "@/i18n/rich";
import { Button } from "@/ui/button";
import { Field, focusFirstError } from "@/ui/field";
import { Input } from "@/ui/input";
import { Dialog } from "@/ui/overlay/dialog";
import { PasswordInput } from "@/ui/password-input";

import { SocialSignIn } from "./social-sign-in";
import { useSignInSheet, type SignInSheetState } from "./use-sign-in-sheet";

const LINK = "font-semibold text-brand-ink underline underline-offset-4";

function Fields({ way, values, errors, change, min }: Pick<SignInSheetState, "way" | "values" | "errors" | "change"> & { min: number }): ReactElement {
  const isNew = way === "register";
  return (
    <>
      {isNew && (
        <Field label={t("auth.field.firstName")} error={errors.firstName} required>
          {(control) => (
            <Input {...control} name="firstName" autoComplete="given-name" value={values.firstName} onChange={({ target }) => change("firstName", target.value)} />
          )}
        </Field>
      )}
      <Field label={t("auth.field.email")} error={errors.email} required>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            placeholder={t("auth.field.email.placeholder")}
            value={values.email}
            onChange={({ target }) => change("email", target.value)}
          />
        )}
      </Field>
      <Field label={t("auth.field.password")} error={errors.password} required>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete={isNew ? "new-password" : "current-password"}
            {...(isNew && { placeholder: t("auth.field.password.placeholder", { min }) })}
            value={values.password}
            onChange={({ target }) => change("password", target.value)}
          />
        )}
      </Field>
    </>
  );
}

function Terms(): ReactElement {
  const elsewhere = { target: "_blank", rel: "noopener", className: LINK };
  return (
    <p className="text-caption text-ink-soft">
      {rich("auth.sheet.terms", {
        terms: (inner) => <Link to="/terms" {...elsewhere}>{inner}</Link>,
        privacy: (inner) => <Link to="/privacy" {...elsewhere}>{inner}</Link>,
      })}
    </p>
  );
}

type SignInSheetProps = {
  /** Who is booked. */
  providerName: string;
  /** Where somebody comes back to who leaves the app to sign in. */
  returnTo: string;
  onClose: () => void;
};

/**
 * An account, asked for where it is needed: a short registration first, or the sign-in. Once the page belongs to the
 * account, whatever has asked goes on by itself.
 */
export function SignInSheet({ providerName, returnTo, onClose }: SignInSheetProps): ReactElement {
  const { config } = useConfig();
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const min = config?.minPasswordLength ?? 6;
  const { way, turn, failure, isBusy, submit, ...fields } = useSignInSheet(min);
  const social = config?.socialSignIn;

  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    // The form that it stands in front of is another one.
    event.stopPropagation();
    submit(() => requestAnimationFrame(() => focusFirstError(form.current)));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`auth.sheet.${way}.title`)}
      description={t(`auth.sheet.${way}.why`, { name: providerName })}
      failure={failure === null ? null : { text: failure }}
    >
      {social !== undefined && (social.google || social.apple) && (
        <SocialSignIn offered={social} returnPath={returnTo} disabled={isBusy} onBusyChange={setIsLeaving} />
      )}
      <form ref={form} noValidate onSubmit={send} className="flex flex-col gap-4">
        <Fields way={way} min={min} {...fields} />
        <Button type="submit" variant="primary" wide busy={isBusy} disabled={isLeaving}>
          {t(isBusy ? "auth.sheet.busy" : `auth.sheet.${way}.submit`)}
        </Button>
        <Button variant="ghost" wide disabled={isBusy || isLeaving} onClick={turn}>
          {t(`auth.sheet.${way}.switch`)}
        </Button>
        {way === "register" && <Terms />}
      </form>
    </Dialog>
  );
}
