import { useEffect, type ReactElement, type ReactNode } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

import { useApplication } from "@/api/application/use-application";
import { errorText } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { Application } from "@/api/types";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { usePresence } from "@/lib/use-presence";
import { Button, ButtonLink } from "@/ui/button";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useAddressState } from "@/ui/use-address-state";

import { AboutApplying } from "./about-applying";
import { BusinessStep } from "./business-step";
import { DocumentsStep } from "./documents-step";
import { PersonalStep } from "./personal-step";
import { isBegun, stepLink, stepToShow, type Step } from "./progress";
import { ReviewStep } from "./review-step";
import { StatePage } from "./state-pages";
import { StepFrame } from "./step-frame";

type FoundProps = {
  application: Application;
  /** The step in the URL. */
  asked: string | null;
  /** Whether the page is still there: whoever has left it while a step was saved stays where they are. */
  isHere: () => boolean;
  /** Shown while a decision is awaited. */
  notice: ReactNode;
};

/** The four steps, one at a time. */
function Wizard({ application, asked, isHere }: Omit<FoundProps, "notice">): ReactElement {
  const navigate = useNavigate();
  const step = stepToShow(application, asked);
  const goTo = (next: Step) => () => (isHere() ? navigate(stepLink(next)) : undefined);
  const submitted = async (): Promise<void> => {
    showToast({ title: t("apply.submitted.toast"), description: t("apply.submitted.toast.body") });
    if (isHere()) await navigate("/profile");
  };
  // The URL names the shown step, so that Back from the next one returns to it.
  const [, name] = useAddressState("step");
  useEffect(() => {
    if (asked !== String(step)) name(String(step));
  }, [asked, step, name]);
  return (
    <StepFrame step={step} isRejected={application.status === "draft"} note={application.note}>
      {step === 1 && <PersonalStep application={application} onDone={goTo(2)} />}
      {step === 2 && <BusinessStep application={application} onDone={goTo(3)} />}
      {step === 3 && <DocumentsStep application={application} onDone={goTo(4)} />}
      {step === 4 && <ReviewStep application={application} onSubmitted={submitted} />}
    </StepFrame>
  );
}

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

/** For visitors: requirements, and a sign-in that returns to the form. */
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
        <ButtonLink
          variant="primary"
          wide
          to={signInLink(pathname + (asked === null ? stepLink(1) : `?step=${asked}`))}
        >
          {t(hasEnded ? "common.signIn.action" : "apply.start")}
        </ButtonLink>
      }
    />
  );
}

function Found({ application, asked, isHere, notice }: FoundProps): ReactElement {
  const { status } = application;
  if (status !== "draft" && status !== "changes") return <StatePage application={application} notice={notice} />;
  if (isBegun(application) || asked !== null) return <Wizard application={application} asked={asked} isHere={isHere} />;
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

/** The page of an application: information, the four steps, and its state. */
export function ApplyScreen({ notice }: Pick<FoundProps, "notice">): ReactElement {
  const { user, isLoading, error: sessionError } = useSession();
  const { application, error, isBusy, retry } = useApplication();
  const [query] = useSearchParams();
  const asked = query.get("step");
  const isHere = usePresence();

  // Keyed by account, so that one's input is not shown to another.
  if (user !== null && application !== undefined)
    return <Found key={user.id} application={application} asked={asked} isHere={isHere} notice={notice} />;
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
