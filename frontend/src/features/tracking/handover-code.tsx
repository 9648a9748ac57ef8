import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { providerName } from "@/api/providers/provider-name";
import type { JobHandover, Order } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useHandoverActs, useHandovers } from "@/api/orders/use-handovers";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { FailureNotice } from "@/ui/failure-notice";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { Switch } from "@/ui/switch";

const MOST_WRONG = 5;

/** The four-digit handover code; read out digit by digit. */
function Code({
  kind,
  code,
  triesLeft,
  name,
}: {
  kind: JobHandover["kind"];
  code: string;
  triesLeft: number;
  name: string;
}): ReactElement {
  return (
    <div role="status" className="relative mt-4 border-t pt-4 text-center">
      <p className="font-medium">{t(`tracking.handover.code.${kind}`)}</p>
      {triesLeft > 0 ? (
        <>
          <p className="my-2 pl-[0.35em] text-display font-bold tracking-[0.35em] text-brand-ink tabular-nums">
            <span aria-hidden>{code}</span>
            <span className="sr-only">{code.split("").join(" ")}</span>
          </p>
          <p className="text-ink-soft">{t("tracking.handover.code.body", { name })}</p>
          {triesLeft < MOST_WRONG && (
            <p className="mt-1 text-warn">{t("tracking.handover.wrong", { count: MOST_WRONG - triesLeft })}</p>
          )}
        </>
      ) : (
        <p className="mt-2 text-bad">{t("tracking.handover.usedUp", { name })}</p>
      )}
    </div>
  );
}

/** Switch for handover codes, and the next code. */
export function HandoverCode({ order }: { order: Order }): ReactElement {
  const { handovers, error, isBusy: isAsking, retry } = useHandovers(order.id);
  const { askForCodes } = useHandoverActs(order);
  const { isBusy, failure, act } = useAct();
  const isOnline = useOnline();
  const name = providerName(order.provider);
  // The state is unknown, so show no switch.
  if (handovers === undefined && error !== undefined)
    return isOnline ? (
      <ErrorState body={errorText(error)} busy={isAsking} onRetry={() => void retry()} />
    ) : (
      <section aria-label={t("tracking.handover.title")} className="card p-5">
        <p className="font-medium">{t("tracking.handover.switch")}</p>
        <p className="text-caption text-ink-soft">{t("tracking.handover.offline")}</p>
      </section>
    );
  if (handovers === undefined) {
    return (
      <Loading>
        <Skeleton className="h-24 rounded-card" />
      </Loading>
    );
  }
  const ahead = handovers.find(
    ({ kind }) => kind === (order.status === "confirmed" || order.status === "pickup" ? "pickup" : "delivery"),
  );
  const code = ahead?.code ?? null;
  return (
    <section aria-label={t("tracking.handover.title")} className="card p-5">
      <Switch
        label={t("tracking.handover.switch")}
        description={t(isOnline ? "tracking.handover.switch.body" : "tracking.handover.offline", { name })}
        checked={ahead?.codeWanted ?? false}
        disabled={ahead?.codeConfirmedAt !== null || isBusy || !isOnline}
        onCheckedChange={(wanted) => void act(() => askForCodes(wanted), { title: t("tracking.handover.failed") })}
      />
      {failure !== null && <FailureNotice {...failure} />}
      {code !== null && ahead !== undefined && (
        <Code kind={ahead.kind} code={code} triesLeft={ahead.triesLeft} name={name} />
      )}
    </section>
  );
}
