import { useState, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { rich } from "@/i18n/rich";
import { cx } from "@/lib/cx";
import { Button } from "@/ui/button";
import { Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { PasswordField } from "@/ui/form/password-field";
import { Dialog } from "@/ui/overlay/dialog";

import { EmailField } from "./email-field";
import { helpLink } from "./help-link";
import { SocialSignIn } from "./social-sign-in";
import { useSignInSheet, type SignInSheetState } from "./use-sign-in-sheet";

const LINK = "font-semibold text-brand-ink underline underline-offset-4";

function Fields({ way, form, min }: Pick<SignInSheetState, "way" | "form"> & { min: number }): ReactElement {
  const isNew = way === "register";
  return (
    <>
      {isNew && (
        <TextField form={form} name="firstName" label={t("auth.field.firstName")} autoComplete="given-name" required />
      )}
      <EmailField form={form} />
      <PasswordField
        form={form}
        name="password"
        label={t("auth.field.password")}
        autoComplete={isNew ? "new-password" : "current-password"}
        {...(isNew && { placeholder: t("auth.field.password.placeholder", { min }) })}
        required
      />
    </>
  );
}

function Terms(): ReactElement {
  const newTab = { target: "_blank", rel: "noopener", className: LINK };
  return (
    <p className="text-caption text-ink-soft">
      {rich("auth.sheet.terms", {
        terms: (inner) => (
          <Link to="/terms" {...newTab}>
            {inner}
          </Link>
        ),
        privacy: (inner) => (
          <Link to="/privacy" {...newTab}>
            {inner}
          </Link>
        ),
      })}
    </p>
  );
}

type SignInSheetProps = {
  /** The provider being booked. */
  providerName: string;
  /** The path to return to after Google or Apple. */
  returnTo: string;
  onClose: () => void;
};

/**
 * Registration or sign-in in a sheet. After it the session changes, and the code that opened the sheet continues by
 * itself.
 */
export function SignInSheet({ providerName, returnTo, onClose }: SignInSheetProps): ReactElement {
  const { config } = useConfig();
  const [isLeaving, setIsLeaving] = useState(false);
  const min = config?.minPasswordLength ?? 6;
  const { way, turn, form } = useSignInSheet(min, returnTo);
  const { isBusy, failure } = form;
  const social = config?.socialSignIn;

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`auth.sheet.${way}.title`)}
      description={t(`auth.sheet.${way}.why`, { name: providerName })}
      failure={failure}
    >
      {social !== undefined && (social.google || social.apple) && (
        <SocialSignIn offered={social} returnPath={returnTo} disabled={isBusy} onBusyChange={setIsLeaving} />
      )}
      <Form form={form}>
        <Fields way={way} min={min} form={form} />
        <SubmitButton form={form} variant="primary" wide disabled={isLeaving} busyLabel={t("auth.sheet.busy")}>
          {t(`auth.sheet.${way}.submit`)}
        </SubmitButton>
        <Button variant="ghost" wide disabled={isBusy || isLeaving} onClick={turn}>
          {t(`auth.sheet.${way}.switch`)}
        </Button>
        {way === "register" ? (
          <Terms />
        ) : (
          <Link to={helpLink(returnTo)} className={cx(LINK, "inline-flex min-h-touch items-center justify-center")}>
            {t("auth.help.link")}
          </Link>
        )}
      </Form>
    </Dialog>
  );
}
