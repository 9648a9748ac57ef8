import { useLayoutEffect, type Dispatch, type ReactElement, type ReactNode, type SetStateAction } from "react";
import { useLocation, useOutletContext } from "react-router-dom";

import { isUnanswered } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { SessionState } from "@/api/session/session-context";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { SignInArt } from "@/ui/illustrations/orders-art";
import { lazyPart } from "@/ui/lazy-part";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";

import { Navigation, type Look, type OtherNavigation } from "./navigation";

/** Who may see a route, and what is shown until they are signed in. */
export type Guard = {
  /** "session": visitors too, but only once the session is known. */
  needs: "session" | "account" | "provider";
  /** With "session": shown as to a visitor if the session cannot be fetched. */
  isPublic?: true;
  /** The heading and back link of the replaced page. */
  heading: () => string;
  backTo?: string;
  width?: "page";
  /** The reason to sign in. */
  signIn?: () => { title: string; body: string };
};

function PageSkeleton(): ReactElement {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </Loading>
  );
}

const NotProvider = lazyPart(async () => (await import("./not-provider")).NotProvider, { Waiting: PageSkeleton });

/** Links to the sign-in page, which returns to the current URL. */
function SignIn({ title, body }: { title: string; body: string }): ReactElement {
  const { pathname, search, hash } = useLocation();
  return (
    <EmptyState
      picture={<SignInArt />}
      title={title}
      body={body}
      action={
        <ButtonLink variant="primary" to={signInLink(pathname + search + hash)}>
          {t("common.signIn.action")}
        </ButtonLink>
      }
    />
  );
}

function isAdmitted({ needs, isPublic }: Guard, { user, isLoading, error, hasEnded }: SessionState): boolean {
  if (needs === "provider") return user?.isProvider === true;
  if (user !== null) return true;
  const isKnown = error === undefined || (isPublic === true && isUnanswered(error));
  return needs === "session" && !isLoading && isKnown && !hasEnded;
}

function Fallback({ guard, session }: { guard: Guard; session: SessionState }): ReactElement {
  if (session.user !== null) return <NotProvider />;
  if (session.isLoading) return <PageSkeleton />;
  if (session.hasEnded) return <SignIn title={t("common.ended.title")} body={t("common.ended.body")} />;
  if (session.error !== undefined)
    return <ErrorState body={errorText(session.error)} onRetry={() => void session.refresh()} />;
  return <SignIn {...(guard.signIn?.() ?? { title: t("common.signIn.title"), body: t("common.signIn.body") })} />;
}

const EverybodysNavigation = ({ look }: { look: Look }): ReactElement => <Navigation look={look} Other={null} />;
const ProviderNavigation = lazyPart(async () => (await import("./provider-navigation")).ProviderNavigation, {
  Waiting: EverybodysNavigation,
  Failed: EverybodysNavigation,
});

/** Shows the provider's own navigation while the page is mounted. */
function useProviderNavigation(isAtWork: boolean): void {
  const show = useOutletContext<Dispatch<SetStateAction<OtherNavigation>> | undefined>();
  useLayoutEffect(() => {
    if (!isAtWork) return;
    show?.(() => ProviderNavigation);
    return () => show?.(null);
  }, [show, isAtWork]);
}

/** Shows a page to those who may see it; else a skeleton, a sign-in prompt or an error. */
export function AccountBoundary({ guard, children }: { guard: Guard; children: ReactNode }): ReactNode {
  const session = useSession();
  useProviderNavigation(guard.needs === "provider" && isAdmitted(guard, session));
  if (isAdmitted(guard, session)) return children;
  return (
    <Page
      title={guard.heading()}
      {...(guard.backTo !== undefined && { backTo: guard.backTo })}
      width={guard.width ?? "task"}
    >
      <Fallback guard={guard} session={session} />
    </Page>
  );
}
