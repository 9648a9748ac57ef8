import { useRef, useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { providerName } from "@/api/providers/provider-name";
import type { HandBack, Order } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useHandBack, useHandBackActs } from "@/api/orders/use-hand-back";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { CancelDialog } from "./cancel-dialog";

type KnownProps = { order: Order; by: string; now: number; handBack: HandBack };

/** State of the search, and the customer's options. */
function Known({ order, by, now, handBack }: KnownProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const [cancels, setCancels] = useState(false);
  const { agree } = useHandBackActs(order);
  const { isBusy, failure, act } = useAct();
  const isAsking = handBack.stage === "neighbours";
  const time = dayTimeInSentence(by, now);
  const title = isAsking
    ? t("tracking.handedBack.asking", { count: handBack.neighbours })
    : t("tracking.handedBack.title", { name: providerName(order.provider) });
  const send = async (): Promise<void> => {
    await agree();
    heading.current?.focus();
  };
  return (
    <section className="card border-warn p-5">
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 text-title font-bold">
          {title}
        </h2>
        {!isAsking && (
          <blockquote className="mt-2 border-l-2 border-line-strong pl-3 break-words whitespace-pre-wrap">
            {handBack.reason}
          </blockquote>
        )}
        <p className="mt-2 text-ink-soft">
          {t(isAsking ? "tracking.handedBack.asking.body" : "tracking.handedBack.body", { time })}
        </p>
      </div>
      {failure !== null && <FailureNotice {...failure} />}
      <div className="mt-4 flex flex-col gap-2 md:flex-row">
        <NeedsConnection says={t("tracking.handedBack.offline")} busy={isBusy}>
          {!isAsking && (
            <Button
              variant="primary"
              busy={isBusy}
              onClick={() => void act(send, { title: t("tracking.handedBack.failed") })}
            >
              {t("tracking.handedBack.ask")}
            </Button>
          )}
          <Button onClick={() => setCancels(true)}>{t("tracking.handedBack.cancel")}</Button>
        </NeedsConnection>
      </div>
      <CancelDialog order={order} open={cancels} onClose={() => setCancels(false)} />
    </section>
  );
}

/** An order whose provider cannot do it: until `by` (ISO) its customer lets others be asked, or cancels. */
export function HandedBackOrder({ order, by, now }: { order: Order; by: string; now: number }): ReactElement {
  const { handBack, error, isBusy, retry } = useHandBack(order.id);
  if (handBack !== undefined) return <Known order={order} by={by} now={now} handBack={handBack} />;
  // Without the search's state no options can be offered.
  if (error !== undefined) return <ErrorState body={errorText(error)} busy={isBusy} onRetry={() => void retry()} />;
  return (
    <Loading>
      <Skeleton className="h-48 rounded-card" />
    </Loading>
  );
}
