import { MailCheck } from "lucide-react";
import { useState, type ReactElement, type ReactNode } from "react";

import { ApiError } from "@/api/http/api-error";
import { useSession } from "@/api/session/session";
import { useAct } from "@/api/http/use-act";
import { changeEmail, signInByLink, verifyEmail } from "@/api/session/use-emailed-link";
import { t } from "@/i18n/i18n";
import { forgetDrafts } from "@/lib/drafts";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { PasswordField } from "@/ui/form/password-field";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { EmptyState } from "@/ui/states";

import { LOGIN_DRAFT, SHEET_DRAFT } from "./auth-drafts";
import { signInError } from "./sign-in-error";
import { isLastStep } from "./sign-in-step";

type LinkProps = { email: string; token: string; onEnded: () => void };
/** `next`: the page that asked for the link. */
type SignInProps = LinkProps & { next: string };
type OneButtonProps = {
  says: ReactNode;
  label: string;
  failed: string;
  press: () => Promise<void>;
  onEnded: () => void;
};

/** A button, because email scanners open links, but press nothing. */
function OneButton({ says, label, failed, press, onEnded }: OneButtonProps): ReactElement {
  const { isBusy, failure, act } = useAct();
  const send = async (): Promise<void> => {
    try {
      await press();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) onEnded();
      throw error;
    }
  };
  return (
    <Card className="flex flex-col gap-4">
      <p>{says}</p>
      {failure !== null && <FailureNotice {...failure} />}
      <NeedsConnection says={t("auth.link.offline")} busy={isBusy}>
        <Button variant="primary" wide busy={isBusy} onClick={() => void act(send, { fallback: failed })}>
          {label}
        </Button>
      </NeedsConnection>
    </Card>
  );
}

/** Signs in; then reloads the app, as after a password. */
export function SignInByLink({ email, token, next, onEnded }: SignInProps): ReactElement {
  const press = async (): Promise<void> => {
    if (!(await isLastStep(signInByLink(token), next))) return;
    forgetDrafts(LOGIN_DRAFT.name, SHEET_DRAFT.name);
    window.location.assign(next);
  };
  return (
    <OneButton
      says={t("auth.signIn.body", { email })}
      label={t("auth.signIn.submit")}
      failed={t("auth.signIn.failed")}
      press={press}
      onEnded={onEnded}
    />
  );
}

type ConfirmProps = LinkProps & { purpose: "verify" | "change" };
type PasswordProps = Omit<ConfirmProps, "token"> & { confirm: (password: string) => Promise<void> };

/** Asks for the account's password: whoever holds the mailbox may not be who registered its address. */
function WithPassword({ email, purpose, confirm, onEnded }: PasswordProps): ReactElement {
  const form = useForm({
    initial: { password: "" },
    check: ({ password }) => ({ password: password === "" ? t("auth.error.password") : "" }),
    save: ({ password }) => confirm(password),
    explain: (error) => signInError(error, t("auth.confirm.failed")),
    onFormError: (_, error) => error instanceof ApiError && error.status === 404 && onEnded(),
  });
  return (
    <Form form={form} className="card flex flex-col gap-4 p-4 md:p-6">
      <p role="status">{t(`auth.${purpose}.elsewhere`, { email })}</p>
      <PasswordField
        form={form}
        name="password"
        label={t("auth.field.password")}
        autoComplete="current-password"
        required
      />
      <FormNotice form={form} />
      <NeedsConnection says={t("auth.link.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="primary" wide>
          {t(`auth.${purpose}.submit`)}
        </SubmitButton>
      </NeedsConnection>
      <p className="text-caption text-ink-soft">{t(`auth.${purpose}.elsewhere.unknown`)}</p>
      <ButtonLink to="/login/help?with=link">{t("auth.help.link.signIn")}</ButtonLink>
    </Form>
  );
}

/** Confirms an account's current or new address; the session stays as it is. */
export function ConfirmEmail({ email, token, purpose, onEnded }: ConfirmProps): ReactElement {
  const { refresh } = useSession();
  const [isDone, setIsDone] = useState(false);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const confirm = async (password = ""): Promise<void> => {
    await (purpose === "verify" ? verifyEmail : changeEmail)(token, password);
    setIsDone(true);
    void refresh();
  };
  const press = async (): Promise<void> => {
    try {
      await confirm();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "password_required") throw error;
      setIsElsewhere(true);
    }
  };
  if (isDone) {
    return (
      <div role="status">
        <EmptyState
          picture={<MailCheck aria-hidden className="size-12 text-good" />}
          title={t(`auth.${purpose}.done`)}
          body={t(`auth.${purpose}.done.body`)}
          action={<ButtonLink to="/profile">{t("auth.confirm.onwards")}</ButtonLink>}
        />
      </div>
    );
  }
  if (isElsewhere) return <WithPassword email={email} purpose={purpose} confirm={confirm} onEnded={onEnded} />;
  return (
    <OneButton
      says={t(`auth.${purpose}.body`, { email })}
      label={t(`auth.${purpose}.submit`)}
      failed={t("auth.confirm.failed")}
      press={press}
      onEnded={onEnded}
    />
  );
}
