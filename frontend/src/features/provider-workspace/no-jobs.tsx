import type { ReactElement, ReactNode } from "react";

import { useWorkingWeek } from "@/api/slots/use-working-week";
import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { NoOrders } from "@/ui/illustrations/no-orders";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState } from "@/ui/states";

type EmptyProps = { of: "open" | "hours" | "waiting" | "done"; action?: ReactNode };

function Empty({ of, action }: EmptyProps): ReactElement {
  return (
    <EmptyState
      picture={<NoOrders />}
      title={t(`provider.empty.${of}.title`)}
      body={t(`provider.empty.${of}.body`)}
      action={action}
    />
  );
}

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
  if (week?.windows.length !== 0) return <Empty of="open" />;
  const toWeek = (
    <ButtonLink variant="primary" to="/provider/schedule">
      {t("provider.empty.hours.action")}
    </ButtonLink>
  );
  return <Empty of="hours" action={toWeek} />;
}

/** No jobs are in a list. */
export function NoJobs({ filter }: { filter: "open" | "waiting" | "done" }): ReactElement {
  return filter === "open" ? <NothingOpen /> : <Empty of={filter} />;
}
