import { Wifi, WifiOff } from "lucide-react";
import type { ReactElement } from "react";

import { forceSync } from "@/offline/sync";
import { useOnline } from "@/lib/use-online";
import { useOldest } from "@/offline/ages";
import { useAct } from "@/api/http/use-act";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Card, SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { showToast } from "@/ui/overlay/toast";
import { Tabs } from "@/ui/tabs";
import { useAddressChoice } from "@/ui/use-address-state";

import { DataCache, Features, QueueFigures } from "./offline-figures";
import { TestActions } from "./test-actions";
import { useLabStatistics, type LabStatistics } from "./use-lab-statistics";

function Status({
  statistics,
  account,
  onSynced,
}: {
  statistics: LabStatistics;
  account: string | null;
  onSynced: () => Promise<void>;
}): ReactElement {
  const isOnline = useOnline();
  const { isBusy, failure, act } = useAct();
  const isStale = useOldest() !== null;
  const name = isOnline ? "online" : "offline";
  const Icon = isOnline ? Wifi : WifiOff;
  const sync = async (): Promise<void> => {
    // The connection may have been lost since the button was rendered.
    if (!navigator.onLine) {
      showToast({ title: t("offline.sync.failed"), description: t("labs.sync.offline"), variant: "destructive" });
      return;
    }
    const { results, paused } = await forceSync(account);
    await onSynced();
    const isDone = paused === null && results.every(({ outcome }) => outcome === "sent");
    const said = isDone ? "done" : "failed";
    showToast({
      title: t(`offline.sync.${said}`),
      description: t(`offline.sync.${said}.body`),
      ...(!isDone && { variant: "destructive" as const }),
    });
  };
  return (
    <Card>
      <div role="status" className="flex gap-3">
        <Icon
          aria-hidden
          className={isOnline ? "mt-0.5 size-6 shrink-0 text-good" : "mt-0.5 size-6 shrink-0 text-warn"}
        />
        <div>
          <p className="text-lead font-semibold">{t(`labs.status.${name}`)}</p>
          {/* A device may be online without reaching the server. */}
          <p className="text-ink-soft">
            {t(isOnline && isStale ? "offline.banner.unreachable" : `labs.status.${name}Body`)}
          </p>
        </div>
      </div>
      <dl className="mt-4 grid gap-2 text-center min-[360px]:grid-cols-3">
        {(["queued", "orders", "providers"] as const).map((count) => (
          <div key={count} className="flex flex-col-reverse justify-end rounded-md bg-sunken px-2 py-3">
            <dt className="text-caption text-ink-soft">{t(`labs.count.${count}`)}</dt>
            <dd className="text-title font-semibold tabular-nums">
              {count === "queued" ? statistics.total : statistics[count]}
            </dd>
          </div>
        ))}
      </dl>
      {failure !== null && (
        <div className="mt-4">
          <FailureNotice {...failure} />
        </div>
      )}
      {isOnline && statistics.total > 0 && (
        <Button
          variant="brand"
          wide
          busy={isBusy}
          onClick={() => void act(sync, { title: t("offline.sync.failed"), fallback: t("offline.sync.failed.body") })}
          className="mt-4"
        >
          {t("labs.sync.action")}
        </Button>
      )}
    </Card>
  );
}

const NOTHING: LabStatistics = {
  total: 0,
  retries: 0,
  byType: {},
  oldest: null,
  failures: [],
  failed: 0,
  orders: 0,
  providers: 0,
};

/** The offline demo: state of the device's store, and test actions (specification point 2). */
export function OfflineLab(): ReactElement {
  const { user } = useSession();
  const account = user?.id ?? null;
  const { statistics = NOTHING, isStoreUnavailable, readNow } = useLabStatistics(account);
  const [tab, setTab] = useAddressChoice("tab", ["actions", "cache", "queue", "features"]);
  return (
    <div className="flex flex-col gap-4">
      <Status statistics={statistics} account={account} onSynced={readNow} />
      {isStoreUnavailable && <FailureNotice title={t("labs.store.refused")} text={t("labs.store.refused.body")} />}
      <SectionCard title={t("labs.offlineTest.try")}>
        <Tabs
          label={t("labs.offlineTest.try")}
          value={tab ?? "actions"}
          onValueChange={setTab}
          tabs={[
            {
              value: "actions",
              label: t("labs.tab.actions"),
              content: <TestActions account={account} onQueued={readNow} />,
            },
            {
              value: "cache",
              label: t("labs.tab.cache"),
              content: <DataCache statistics={statistics} account={account} onCleared={readNow} />,
            },
            { value: "queue", label: t("labs.tab.queue"), content: <QueueFigures statistics={statistics} /> },
            { value: "features", label: t("labs.tab.features"), content: <Features /> },
          ]}
        />
      </SectionCard>
    </div>
  );
}
