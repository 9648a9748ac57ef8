import { useLayoutEffect, type Dispatch, type ReactElement, type ReactNode, type SetStateAction } from "react";
import { useLocation, useOutletContext } from "react-router-dom";

import { isUnanswered } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { SessionState } from "@/api/session/session-context";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { NoOrdersArt, SignInArt } from "@/ui/illustrations/orders-art";
import { lazyPart } from "@/ui/lazy-part";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";

import { Navigation, type Look, type OtherNavigation } from "./navigation";

/** Whom a route needs, and what stands in its place until that person is there. */
export type Guard = {
  /** "session": a visitor sees something, too, but only once it is known that it is a visitor. */
  needs: "session" | "account" | "provider";
  /** With "session": a page for anybody, which opens as a visitor's where nobody can be asked, too. */
  isPublic?: true;
  /** The page's own heading and way back. */
  heading: () => string;
  backTo?: string;
  width?: "page";
  /** Why to sign in. */
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

function NotProvider(): ReactElement {
  return (
    <EmptyState
      picture={<NoOrdersArt />}
      title={t("provider.notProvider.title")}
      body={t("provider.notProvider.body")}
      action={
        <ButtonLink variant="brand" to="/provider/apply">
          {t("provider.notProvider.action")}
        </ButtonLink>
      }
    />
  );
}

/** Leads to the sign-in page, and from there back to this place. */
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

/** At work a provider has a navigation of their own, as long as the page is shown. */
function useProviderNavigation(isAtWork: boolean): void {
  const show = useOutletContext<Dispatch<SetStateAction<OtherNavigation>> | undefined>();
  useLayoutEffect(() => {
    if (!isAtWork) return;
    show?.(() => ProviderNavigation);
    return () => show?.(null);
  }, [show, isAtWork]);
}

/** Shows a page to those whom it is for; else what there is to wait for or to do. */
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
