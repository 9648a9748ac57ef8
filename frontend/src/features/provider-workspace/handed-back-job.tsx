import { UserRoundSearch } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import type { Order } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useHandBack, useHandBackActs } from "@/api/orders/use-hand-back";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";

type HandedBackJobProps = {
  order: Order;
  /** When the search ends. */
  by: string;
  /** The next step, for a late provider: until somebody has accepted they can come after all. */
  children: ReactNode;
};

/** State and deadline of the search for another provider, and taking the order back. */
export function HandedBackJob({ order, by, children }: HandedBackJobProps): ReactElement {
  const { handBack } = useHandBack(order.id);
  const { withdraw } = useHandBackActs(order);
  const { isBusy, failure, act } = useAct();
  const name = order.customer?.firstName ?? "";
  const isAsking = handBack?.stage === "neighbours";
  // Without a reason it was the customer, who moved on from a provider who is late.
  const hasMovedOn = handBack?.reason === "";
  const send = async (): Promise<void> => {
    await withdraw();
    showToast({ title: t("provider.handedBack.kept"), description: t("provider.next.told", { name }) });
  };
  return (
    <div className="mt-4 flex flex-col gap-3 border-t pt-4">
      <div role="status" className="flex gap-3">
        <UserRoundSearch aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
        <p>
          {isAsking
            ? t("provider.handedBack.neighbours", { count: handBack.neighbours })
            : t("provider.handedBack.customer", { name })}{" "}
          {t("provider.handedBack.until", { time: dayTimeInSentence(by), name })}
        </p>
      </div>
      {failure !== null && <FailureNotice {...failure} />}
      {hasMovedOn ? (
        children
      ) : (
        <NeedsConnection says={t("provider.handedBack.offline")} busy={isBusy}>
          <Button wide busy={isBusy} onClick={() => void act(send, { title: t("provider.next.failed") })}>
            {t("provider.handedBack.keep")}
          </Button>
        </NeedsConnection>
      )}
    </div>
  );
}
