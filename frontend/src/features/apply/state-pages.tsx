import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import { useEffect, type ReactElement, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";

import { useSession } from "@/api/session/session";
import type { Application } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useApplication } from "@/api/application/use-application";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence, formatDate } from "@/lib/dates";
import { Button, ButtonLink } from "@/ui/button";
import { Card, SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { useNow } from "@/ui/use-now";

import { CoverCard } from "./cover-card";
import { stepLink } from "./progress";
import { phaseOf } from "./review-days";
import { Timeline } from "./timeline";

function Head({ icon, title, children }: { icon: ReactElement; title: string; children: ReactNode }): ReactElement {
  return (
    <Card className="flex items-start gap-3">
      {icon}
      <div className="min-w-0 grow">
        <h2 className="text-lead font-semibold">{title}</h2>
        {children}
      </div>
    </Card>
  );
}

function Submitted({ submittedAt, decisionBy }: { submittedAt: string; decisionBy: string }): ReactElement {
  const now = useNow();
  return (
    <>
      <Head
        icon={<Clock aria-hidden className="mt-0.5 size-6 shrink-0 text-brand-ink" />}
        title={t("apply.submitted.title")}
      >
        <p className="mt-1 text-ink-soft">
          {t("apply.submitted.body", { day: formatDate(`${decisionBy}T12:00:00Z`) })}
        </p>
        <p className="mt-1 text-caption text-ink-soft">
          {t("apply.submitted.sent", { when: dayTimeInSentence(submittedAt) })}
        </p>
      </Head>
      <SectionCard title={t("apply.timeline.title")}>
        <Timeline at={phaseOf(submittedAt, now)} />
      </SectionCard>
      <SectionCard title={t("apply.contact.title")}>
        <p className="mb-3 text-ink-soft">{t("apply.contact.body")}</p>
        <ButtonLink to="/support">{t("apply.contact.action")}</ButtonLink>
      </SectionCard>
    </>
  );
}

/** The session in memory does not know of an approval in the meantime: fetch it again. */
function useProviderSession(): void {
  const { user, refresh } = useSession();
  const knows = user?.isProvider === true;
  useEffect(() => {
    if (!knows) void refresh();
  }, [knows, refresh]);
}

function Approved({ application }: { application: Application }): ReactElement {
  useProviderSession();
  return (
    <>
      <Card className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-good" />
        <div className="min-w-0 grow">
          <p className="mb-3 text-ink-soft">{t("apply.approved.body")}</p>
          <ButtonLink to="/provider" variant="primary">
            {t("apply.approved.action")}
          </ButtonLink>
        </div>
      </Card>
      <CoverCard application={application} />
    </>
  );
}

function Rejected({ note }: { note: string }): ReactElement {
  const { applyAgain } = useApplication();
  const { isBusy, failure, act } = useAct();
  const navigate = useNavigate();
  const tryAgain = async (): Promise<void> => {
    await applyAgain();
    await navigate(stepLink(1));
  };
  return (
    <>
      <Head
        icon={<CircleAlert aria-hidden className="mt-0.5 size-6 shrink-0 text-bad" />}
        title={t("apply.rejected.title")}
      >
        <h3 className="mt-3 font-semibold">{t("apply.rejected.reason")}</h3>
        <p className="whitespace-pre-line">{note}</p>
      </Head>
      {failure !== null && <FailureNotice {...failure} />}
      <Card>
        <p className="mb-3 text-ink-soft">{t("apply.rejected.again.body")}</p>
        <NeedsConnection says={t("apply.offline")} busy={isBusy}>
          <Button
            variant="primary"
            wide
            busy={isBusy}
            onClick={() => void act(tryAgain, { title: t("apply.rejected.again.failed") })}
          >
            {t("apply.rejected.again")}
          </Button>
        </NeedsConnection>
      </Card>
    </>
  );
}

type StatePageProps = {
  application: Application;
  /** Shown while a decision is awaited. */
  notice: ReactNode;
};

/** The state of a submitted application. */
export function StatePage({ application, notice }: StatePageProps): ReactElement {
  const { status, submittedAt, decisionBy, note } = application;
  const isApproved = status === "approved";
  return (
    <Page title={t(isApproved ? "apply.approved.title" : "apply.title")} backTo={isApproved ? "/provider" : "/profile"}>
      <div className="flex flex-col gap-4">
        {isApproved && <Approved application={application} />}
        {status === "rejected" && <Rejected note={note} />}
        {status === "submitted" && submittedAt !== null && decisionBy !== null && (
          <>
            {notice}
            <Submitted submittedAt={submittedAt} decisionBy={decisionBy} />
          </>
        )}
      </div>
    </Page>
  );
}
