import { useState, type ReactElement } from "react";
import { Link, useSearchParams } from "react-router-dom";

import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { rich } from "@/i18n/rich";
import { forgetDrafts } from "@/lib/drafts";
import { FailureNotice } from "@/ui/failure-notice";
import { LogoMark } from "@/ui/logo";
import { Page } from "@/ui/page";

import { LOGIN_DRAFT, REGISTRATION_DRAFT, SHEET_DRAFT } from "./auth-drafts";
import { LoginForm } from "./login-form";
import { PasskeyButton } from "./passkey-button";
import { SocialSignIn } from "./social-sign-in";
import { useWayBack } from "./use-way-back";

const NAMES = new Map([
  ["google", "Google"],
  ["apple", "Apple"],
]);

function sentence(reason: string, name: string): string {
  switch (reason) {
    case "not_configured":
      return t("auth.social.error.notConfigured", { name });
    case "cancelled":
      return t("auth.social.error.cancelled", { name });
    case "no_email":
      return t("auth.social.error.noEmail", { name });
    case "email_taken":
      return t("auth.social.error.emailTaken");
    default:
      return t("auth.social.error.failed", { name });
  }
}

/** The message for an `error` of Google or Apple ("google_cancelled"); null without one. */
function socialErrorText(query: URLSearchParams): string | null {
  const code = query.get("error");
  if (code === null) return null;
  if (code === "account_closed") return t("auth.social.error.closed");
  const [provider = "", ...reason] = code.split("_");
  const name = NAMES.get(provider);
  return name === undefined ? t("auth.social.error.other") : sentence(reason.join("_"), name);
}

/** For users who are signed in: continue, or use another account. */
function AlreadySignedIn({ email, to }: { email: string; to: string }): ReactElement {
  return (
    <p className="mb-4 flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-brand-soft px-4 py-2 text-brand-ink">
      {t("auth.login.signedIn", { email })}
      <Link to={to} className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
        {t("auth.login.continue")}
      </Link>
    </p>
  );
}

export function LoginPage(): ReactElement {
  const way = useWayBack();
  const [query] = useSearchParams();
  const { user } = useSession();
  const [formBusy, setFormBusy] = useState(false);
  const [socialBusy, setSocialBusy] = useState(false);
  const [passkeyBusy, setPasskeyBusy] = useState(false);
  const goOn = (): void => {
    forgetDrafts(LOGIN_DRAFT.name, REGISTRATION_DRAFT.name, SHEET_DRAFT.name);
    window.location.assign(way.path);
  };
  const socialError = socialErrorText(query);

  return (
    <Page title={t("auth.login.title")} lead={t("auth.login.lead")} action={<LogoMark className="size-11 shrink-0" />}>
      {user !== null && <AlreadySignedIn email={user.email} to={way.path} />}
      {socialError !== null && (
        <div role="alert" className="mb-4">
          <FailureNotice text={socialError} isSaid />
        </div>
      )}
      <div className="card p-4 md:p-6">
        <SocialSignIn returnPath={way.path} disabled={formBusy || passkeyBusy} onBusyChange={setSocialBusy} />
        <LoginForm
          disabled={socialBusy || passkeyBusy}
          path={way.path}
          onBusyChange={setFormBusy}
          onSuccess={() => window.location.assign(way.path)}
        />
        <PasskeyButton disabled={formBusy || socialBusy} onBusyChange={setPasskeyBusy} onSuccess={goOn} />
      </div>
      <div className="mt-4 flex flex-col items-center text-center">
        <p className="flex min-h-touch flex-wrap items-center justify-center gap-x-1 text-ink-soft">
          {rich("auth.login.registerLink", {
            link: (inner) => (
              <Link
                to={way.registerLink}
                className="inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4"
              >
                {inner}
              </Link>
            ),
          })}
        </p>
        <Link
          to="/"
          className="inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4"
        >
          {t("auth.login.guest")}
        </Link>
      </div>
    </Page>
  );
}
