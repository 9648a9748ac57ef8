import { useState, type ReactElement } from "react";
import { useLocation } from "react-router-dom";

import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { resetPassword, takeEmailBack, useEmailedLink } from "@/api/session/use-emailed-link";
import type { EmailedLink } from "@/api/types";
import { t } from "@/i18n/i18n";
import { ownPath } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { ErrorArt } from "@/ui/illustrations/error-art";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";

import { ConfirmEmail, SignInByLink } from "./link-acts";
import { NewPasswordForm } from "./new-password-form";

/** The link was used, replaced, has expired or is invalid. */
function Ended(): ReactElement {
  return (
    <EmptyState
      title={t("auth.link.ended.title")}
      body={t("auth.link.ended.body")}
      picture={<ErrorArt />}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink to="/login/help">{t("auth.help.link")}</ButtonLink>
          <ButtonLink to="/profile">{t("auth.confirm.onwards")}</ButtonLink>
        </div>
      }
    />
  );
}

type Shown = { title: string; body: ReactElement };

/** What the link is for, with its button. */
function offer(link: EmailedLink, token: string, onEnded: () => void): Shown {
  // A server of the release before names no page.
  const { email } = link;
  const next = ownPath((link as Partial<EmailedLink>).next ?? null) ?? "/";
  switch (link.purpose) {
    case "reset":
      return {
        title: t("auth.reset.title"),
        body: (
          <NewPasswordForm
            email={email}
            next={next}
            set={(password) => resetPassword(token, password)}
            onEnded={onEnded}
          />
        ),
      };
    case "take-back":
      return {
        title: t("auth.takeBack.title"),
        body: (
          <>
            <p className="mb-4 text-ink-soft">{t("auth.takeBack.body")}</p>
            <NewPasswordForm
              email={email}
              next={next}
              set={(password) => takeEmailBack(token, password)}
              onEnded={onEnded}
            />
          </>
        ),
      };
    case "sign-in":
      return {
        title: t("auth.signIn.title"),
        body: <SignInByLink email={email} token={token} next={next} onEnded={onEnded} />,
      };
    case "verify":
    case "change":
      return {
        title: t(`auth.${link.purpose}.title`),
        body: <ConfirmEmail email={email} token={token} purpose={link.purpose} onEnded={onEnded} />,
      };
  }
}

function useShown(token: string): Shown {
  const { link, error, isBusy, retry } = useEmailedLink(token);
  const [hasEnded, setHasEnded] = useState(false);
  if (token === "" || hasEnded || (error instanceof ApiError && [400, 404].includes(error.status))) {
    return { title: t("auth.link.title"), body: <Ended /> };
  }
  if (link !== undefined) return offer(link, token, () => setHasEnded(true));
  if (error !== undefined) {
    const tryAgain = (): void => void retry();
    const body = (
      <NeedsConnection says={t("auth.link.offline")} onBack={tryAgain}>
        <ErrorState body={errorText(error, t("auth.link.error"))} onRetry={tryAgain} busy={isBusy} />
      </NeedsConnection>
    );
    return { title: t("auth.link.title"), body };
  }
  const body = (
    <Loading label={t("auth.link.loading")} className="grid gap-4">
      <Skeleton className="h-48 rounded-card" />
    </Loading>
  );
  return { title: t("auth.link.title"), body };
}

function Linked({ token }: { token: string }): ReactElement {
  const { title, body } = useShown(token);
  return <Page title={title}>{body}</Page>;
}

/**
 * The page of an emailed link, signed in or not. The token is in the hash, which browsers do not send to servers.
 * Opening the page changes nothing; only its button does.
 */
export function EmailLinkPage(): ReactElement {
  const token = useLocation().hash.slice(1);
  return <Linked key={token} token={token} />;
}
