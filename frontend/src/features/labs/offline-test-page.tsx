import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";

function WaitingLab(): ReactElement {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </Loading>
  );
}

const OfflineLab = lazyPart(async () => (await import("./offline-lab")).OfflineLab, { Waiting: WaitingLab });

/** Shows what this device has cached and queued. */
export function OfflineTestPage(): ReactElement {
  return (
    <Page title={t("labs.offlineTest.title")} lead={t("labs.offlineTest.lead")} backTo="/">
      <OfflineLab />
    </Page>
  );
}
