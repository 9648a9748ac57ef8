import type { ReactElement, ReactNode } from "react";
import { useLocation, useSearchParams } from "react-router-dom";

import { errorText } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { Application } from "@/api/types";
import { useApplication } from "@/api/application/use-application";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { Button, ButtonLink } from "@/ui/button";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { AboutApplying } from "./about-applying";
import { isBegun, stepLink } from "./progress";
import { StatePage } from "./state-pages";
import { Wizard } from "./wizard";

function PageSkeleton(): ReactElement {
  return (
    <Page title={t("apply.title")} backTo="/profile">
      <Loading className="flex flex-col gap-4">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    </Page>
  );
}

/** Somebody who is not signed in: what it takes, and the way to an account, from which the form opens. */
function ForVisitor({ asked }: { asked: string | null }): ReactElement {
  const { pathname } = useLocation();
  const { hasEnded } = useSession();
  const ended: ReactNode = hasEnded && (
    <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      {t("apply.ended")}
    </p>
  );
  return (
    <AboutApplying
      notice={ended}
      action={
        <ButtonLink variant="primary" wide to={signInLink(pathname + (asked === null ? stepLink(1) : `?step=${asked}`))}>
          {t(hasEnded ? "common.signIn.action" : "apply.start")}
        </ButtonLink>
      }
    />
  );
}

function Found({ application, asked }: { application: Application; asked: string | null }): ReactElement {
  const { status } = application;
  if (status !== "draft" && status !== "changes") return <StatePage application={application} />;
  if (isBegun(application) || asked !== null) return <Wizard application={application} asked={asked} />;
  return (
    <AboutApplying
      action={
        <ButtonLink variant="primary" wide to={stepLink(1)}>
          {t("apply.start")}
        </ButtonLink>
      }
    />
  );
}

/** Applying to be a provider: what it takes, the four steps, and what becomes of it. */
export function ApplyPage(): ReactElement {
  const { user, isLoading, error: sessionError } = useSession();
  const { application, error, isBusy, retry } = useApplication();
  const [query] = useSearchParams();
  const asked = query.get("step");

  // Keyed: what somebody has begun to fill in is nobody else's.
  if (user !== null && application !== undefined) return <Found key={user.id} application={application} asked={asked} />;
  if (user !== null && error !== undefined) {
    return (
      <Page title={t("apply.title")} backTo="/profile">
        <NeedsConnection says={t("apply.offline")} onBack={() => void retry()}>
          <ErrorState body={errorText(error, t("apply.error"))} onRetry={() => void retry()} busy={isBusy} />
        </NeedsConnection>
      </Page>
    );
  }
  const isKnown = user === null && (!isLoading || sessionError !== undefined);
  if (isKnown) return <ForVisitor asked={asked} />;
  if (asked !== null) return <PageSkeleton />;
  return (
    <AboutApplying
      action={
        <Button variant="primary" wide busy>
          {t("apply.start")}
        </Button>
      }
    />
  );
}
