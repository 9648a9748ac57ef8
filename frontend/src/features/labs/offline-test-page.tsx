import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { useLoaded } from "@/api/cache/use-loaded";
import { t } from "@/i18n/i18n";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import type { OfflineLab as Lab } from "./offline-lab";

const loadLab = async (): Promise<typeof Lab> => (await import("./offline-lab")).OfflineLab;

/** What this device keeps and what it has still to send, to be looked at and tried. */
export function OfflineTestPage(): ReactElement {
  const { value: OfflineLab, error, isBusy, retry } = useLoaded(["offline lab"], loadLab);
  return (
    <Page title={t("labs.offlineTest.title")} lead={t("labs.offlineTest.lead")} backTo="/">
      {OfflineLab !== undefined && <OfflineLab />}
      {OfflineLab === undefined && error !== undefined && <ErrorState body={errorText(error)} busy={isBusy} onRetry={() => void retry()} />}
      {OfflineLab === undefined && error === undefined && (
        <Loading className="flex flex-col gap-4">
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </Loading>
      )}
    </Page>
  );
}
