import { UserRoundSearch } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import type { Order } from "@/api/types";
import { errorText } from "@/api/http/error-text";
import { useAct } from "@/api/http/use-act";
import { useHandBack, useHandBackActs } from "@/api/orders/use-hand-back";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

type HandedBackJobProps = {
  order: Order;
  /** When the search ends. */
  by: string;
  /** The next step, for a late provider: until somebody has accepted they can come after all. */
  children: ReactNode;
};

/** Takes the order back. */
function TakeBack({ order }: { order: Order }): ReactElement {
  const { withdraw } = useHandBackActs(order);
  const { isBusy, failure, act } = useAct();
  const name = order.customer?.firstName ?? "";
  const send = async (): Promise<void> => {
    await withdraw();
    showToast({ title: t("provider.handedBack.kept"), description: t("provider.next.informed", { name }) });
  };
  return (
    <>
      {failure !== null && <FailureNotice {...failure} />}
      <NeedsConnection says={t("provider.handedBack.offline")} busy={isBusy}>
        <Button wide busy={isBusy} onClick={() => void act(send, { title: t("provider.next.failed") })}>
          {t("provider.handedBack.keep")}
        </Button>
      </NeedsConnection>
    </>
  );
}

/** State and deadline of the search for another provider, and what its provider can still do. */
export function HandedBackJob({ order, by, children }: HandedBackJobProps): ReactElement {
  const { handBack, error, isBusy, retry } = useHandBack(order.id);
  const name = order.customer?.firstName ?? "";
  // Without a reason it was the customer, who moved on from a provider who is late: that is not taken back.
  const hasMovedOn = handBack?.reason === "";
  return (
    <div className="mt-4 flex flex-col gap-3 border-t pt-4">
      <div role="status" className="flex gap-3">
        <UserRoundSearch aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
        <p>
          {handBack?.stage === "neighbours" && (
            <span>{t("provider.handedBack.neighbours", { count: handBack.neighbours })} </span>
          )}
          {handBack?.stage === "customer" && <span>{t("provider.handedBack.customer", { name })} </span>}
          <span>{t("provider.handedBack.until", { time: dayTimeInSentence(by), name })}</span>
        </p>
      </div>
      {handBack === undefined && error === undefined && (
        <Loading>
          <Skeleton className="h-12 rounded-md" />
        </Loading>
      )}
      {handBack === undefined && error !== undefined && (
        <ErrorState body={errorText(error)} busy={isBusy} onRetry={() => void retry()} />
      )}
      {handBack !== undefined && !hasMovedOn && <TakeBack order={order} />}
      {/* The server allows the step, or says why not. */}
      {(hasMovedOn || (handBack === undefined && error !== undefined)) && children}
    </div>
  );
}
