import type { ReactElement } from "react";

import { clearCache } from "@/offline/cache";
import { RETRY_DELAYS_MS } from "@/offline/queue";
import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { formatDayTime } from "@/lib/dates";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { useNow } from "@/ui/use-now";

import type { LabStatistics } from "./use-lab-statistics";

const TYPES = ["rate", "reschedule", "update_order", "create_review", "generic"] as const;
const FEATURES = ["read", "queue", "order", "account", "clean"] as const;

function Figure({ name, value }: { name: string; value: string | number }): ReactElement {
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  );
}

/** Statistics of the offline queue. */
export function QueueFigures({ statistics }: { statistics: LabStatistics }): ReactElement {
  const now = useNow();
  const { total, retries, byType, oldest, failed, failures } = statistics;
  return (
    <dl className="divide-y">
      <Figure name={t("labs.queue.total")} value={total} />
      <Figure name={t("labs.queue.retries")} value={retries} />
      <Figure name={t("labs.queue.undecided")} value={failed} />
      {TYPES.map((type) => (
        <Figure key={type} name={t(`labs.queue.type.${type}`)} value={byType[type] ?? 0} />
      ))}
      <Figure
        name={t("labs.queue.oldest")}
        value={oldest === null ? t("labs.queue.none") : formatDayTime(oldest, now)}
      />
      {failures.map(({ type, at, status }, index) => (
        <Figure
          key={`${at} ${index}`}
          name={t("labs.queue.failed", { what: t(`labs.queue.type.${type}`), time: formatDayTime(at, now) })}
          value={status === 0 ? t("labs.queue.failed.noAnswer") : t("labs.queue.failed.status", { status })}
        />
      ))}
    </dl>
  );
}

type CacheProps = { statistics: LabStatistics; account: string | null; onCleared: () => Promise<void> };

/** Statistics of the cache, and clearing it. */
export function DataCache({ statistics, account, onCleared }: CacheProps): ReactElement {
  const { isBusy, failure, act } = useAct();
  const clear = async (): Promise<void> => {
    await clearCache(account);
    await onCleared();
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-soft">{t("labs.cache.body")}</p>
      <dl className="divide-y">
        <Figure name={t("labs.count.orders")} value={statistics.orders} />
        <Figure name={t("labs.count.providers")} value={statistics.providers} />
      </dl>
      {failure !== null && <FailureNotice {...failure} />}
      <Button busy={isBusy} onClick={() => void act(clear)} className="self-start">
        {t("labs.cache.clear")}
      </Button>
    </div>
  );
}

/** The features that work offline. */
export function Features(): ReactElement {
  const delays = RETRY_DELAYS_MS.map((delay) => delay / 1000).join(", ");
  return (
    <dl className="divide-y">
      {FEATURES.map((name) => (
        <div key={name} className="py-2.5 first:pt-0 last:pb-0">
          <dt className="font-medium">{t(`labs.offlineFeature.${name}`)}</dt>
          <dd className="text-ink-soft">{t(`labs.offlineFeature.${name}.body`, { delays })}</dd>
        </div>
      ))}
    </dl>
  );
}
