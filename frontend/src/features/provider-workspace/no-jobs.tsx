import type { ReactElement } from "react";

import { useWorkingWeek } from "@/api/slots/use-working-week";
import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { NoOrders } from "@/ui/illustrations/no-orders";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState } from "@/ui/states";

/** Nothing to do. New providers have no hours yet and cannot be booked, so they are led to their week. */
function NothingOpen(): ReactElement {
  const { week, error } = useWorkingWeek();
  if (week === undefined && error === undefined) {
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    );
  }
  if (week?.windows.length === 0) {
    return (
      <EmptyState
        picture={<NoOrders />}
        title={t("provider.empty.hours.title")}
        body={t("provider.empty.hours.body")}
        action={
          <ButtonLink variant="primary" to="/provider/schedule">
            {t("provider.empty.hours.action")}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState picture={<NoOrders />} title={t("provider.empty.open.title")} body={t("provider.empty.open.body")} />
  );
}

/** No jobs are in a list. */
export function NoJobs({ filter }: { filter: "open" | "waiting" | "done" }): ReactElement {
  if (filter === "open") return <NothingOpen />;
  return (
    <EmptyState
      picture={<NoOrders />}
      title={t(`provider.empty.${filter}.title`)}
      body={t(`provider.empty.${filter}.body`)}
    />
  );
}
