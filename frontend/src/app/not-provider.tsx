import { useEffect, type ReactElement } from "react";

import { useApplication } from "@/api/application/use-application";
import { useSession } from "@/api/session/session";
import type { Application } from "@/api/types";
import { isBegun } from "@/features/apply/progress";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { ButtonLink } from "@/ui/button";
import { NoOrdersArt } from "@/ui/illustrations/orders-art";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState } from "@/ui/states";

type Words = { title: string; body: string; action: string };

/** How far the application has come; for everybody else, how to become a provider. */
function wordsFor(application: Application | undefined): Words {
  if (application?.status === "submitted" && application.decisionBy !== null) {
    return {
      title: t("provider.notProvider.submitted.title"),
      body: t("provider.notProvider.submitted.body", { day: formatDate(`${application.decisionBy}T12:00:00Z`) }),
      action: t("provider.notProvider.submitted.action"),
    };
  }
  const action = t("provider.notProvider.open.action");
  if (application?.status === "changes")
    return { title: t("provider.notProvider.changes.title"), body: t("provider.notProvider.changes.body"), action };
  if (application?.status === "draft" && isBegun(application))
    return { title: t("provider.notProvider.draft.title"), body: t("provider.notProvider.draft.body"), action };
  return {
    title: t("provider.notProvider.title"),
    body: t("provider.notProvider.body"),
    action: t("provider.notProvider.action"),
  };
}

/** For an account without a workspace: what leads to one. */
export function NotProvider(): ReactElement {
  const { refresh } = useSession();
  const { application, error } = useApplication();
  const isApproved = application?.status === "approved";
  // The session in memory does not know of the approval yet.
  useEffect(() => {
    if (isApproved) void refresh();
  }, [isApproved, refresh]);
  if (application === undefined && error === undefined) {
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    );
  }
  const { title, body, action } = wordsFor(application);
  return (
    <EmptyState
      picture={<NoOrdersArt />}
      title={title}
      body={body}
      action={
        <ButtonLink variant="brand" to="/provider/apply">
          {action}
        </ButtonLink>
      }
    />
  );
}
