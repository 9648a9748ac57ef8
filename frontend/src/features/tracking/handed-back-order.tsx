import { useRef, useState, type ReactElement, type ReactNode } from "react";

import { errorText } from "@/api/http/error-text";
import { providerName } from "@/api/providers/provider-name";
import type { HandBack, Order } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useHandBack, useHandBackActs } from "@/api/orders/use-hand-back";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { pickupWindowInSentence } from "@/lib/pickup-window";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { focusHeading } from "@/ui/overlay/focus";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { CancelButton, CancelDialog } from "./cancel-dialog";

type ChoiceProps = {
  order: Order;
  title: string;
  /** What the customer can choose, and what follows. */
  children: ReactNode;
  /** The label of asking other providers; null once they are asked. */
  ask: string | null;
};

/** The customer's choice: others are asked, or the order is cancelled free of charge. */
function Choice({ order, title, children, ask }: ChoiceProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const [cancels, setCancels] = useState(false);
  const { agree } = useHandBackActs(order);
  const { isBusy, failure, act } = useAct();
  const send = async (): Promise<void> => {
    await agree();
    // The choice of a late provider's customer gives way to the search.
    if (heading.current === null) requestAnimationFrame(focusHeading);
    else heading.current.focus();
  };
  return (
    <section className="card border-warn p-5">
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 text-title font-bold">
          {title}
        </h2>
        {children}
      </div>
      {failure !== null && <FailureNotice {...failure} />}
      <div className="mt-4 flex flex-col gap-2 md:flex-row">
        <NeedsConnection says={t("tracking.handedBack.offline")} busy={isBusy}>
          {ask !== null && (
            <Button
              variant="primary"
              busy={isBusy}
              onClick={() => void act(send, { title: t("tracking.handedBack.failed") })}
            >
              {ask}
            </Button>
          )}
          <CancelButton order={order} onOpen={() => setCancels(true)}>
            {t("tracking.handedBack.cancel")}
          </CancelButton>
        </NeedsConnection>
      </div>
      <CancelDialog order={order} open={cancels} onClose={() => setCancels(false)} />
    </section>
  );
}

type KnownProps = { order: Order; by: string; now: number; handBack: HandBack };

/** State of the search, and the customer's options. */
function Known({ order, by, now, handBack }: KnownProps): ReactElement {
  const { stage, neighbours, reason, pickupTime } = handBack;
  const isAsking = stage === "neighbours";
  // The booked hour of a late provider has passed.
  const isLater = pickupTime !== order.pickupTime;
  const words = { time: dayTimeInSentence(by, now), when: pickupWindowInSentence({ pickupTime }, now) };
  const body = isAsking ? "tracking.handedBack.asking.body" : "tracking.handedBack.body";
  const laterBody = isAsking ? "tracking.handedBack.asking.later" : "tracking.handedBack.later";
  return (
    <Choice
      order={order}
      title={
        isAsking
          ? t("tracking.handedBack.asking", { count: neighbours })
          : t("tracking.handedBack.title", { name: providerName(order.provider) })
      }
      ask={isAsking ? null : t("tracking.handedBack.ask")}
    >
      {!isAsking && (
        <blockquote className="mt-2 border-l-2 border-line-strong pl-3 whitespace-pre-wrap">{reason}</blockquote>
      )}
      <p className="mt-2 text-ink-soft">{isLater ? t(laterBody, words) : t(body, words)}</p>
    </Choice>
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

/** An order whose provider is late and silent: with one tap others are asked for the next free hour. */
export function LateProvider({ order }: { order: Order }): ReactElement {
  return (
    <Choice
      order={order}
      title={t("tracking.substitute.title", { name: providerName(order.provider) })}
      ask={t("tracking.substitute.ask")}
    >
      <p className="mt-2 text-ink-soft">{t("tracking.substitute.body")}</p>
    </Choice>
  );
}
