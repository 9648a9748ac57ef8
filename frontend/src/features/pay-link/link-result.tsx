import { CircleCheck, Hourglass } from "lucide-react";
import type { ReactElement } from "react";

import type { PayLink } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";

/** Paid, and the order's resulting state (specification point 8). */
export function PaidCard({ link }: { link: PayLink }): ReactElement {
  const { orderId, awaitsProvider } = link;
  return (
    <Card className="flex flex-col items-center gap-2 py-8 text-center">
      <CircleCheck aria-hidden className="size-12 text-good" />
      <div role="status">
        <p className="text-lead font-semibold">{t("payment.payment.successful")}</p>
        <p className="text-ink-soft">
          {t(awaitsProvider ? "payment.payment.successful.waiting" : "payment.payment.successful.body")}
        </p>
      </div>
      <ButtonLink variant="brand" className="mt-2" to={orderId === null ? "/" : `/tracking/${orderId}`}>
        {t(orderId === null ? "payment.backToHome" : "payLink.paid.track")}
      </ButtonLink>
    </Card>
  );
}

/** Stripe has accepted the payment, but its result is pending. */
export function PendingCard({ onCheck }: { onCheck: () => Promise<unknown> }): ReactElement {
  const { isBusy, act } = useAct();
  return (
    <Card className="flex flex-col items-center gap-2 py-8 text-center">
      <Hourglass aria-hidden className="size-10 text-brand-ink" />
      <div role="status">
        <p className="text-lead font-semibold">{t("payment.payment.processing")}</p>
        <p className="text-ink-soft">{t("payment.payment.processing.body")}</p>
      </div>
      <Button className="mt-2" busy={isBusy} onClick={() => void act(onCheck)}>
        {t("payLink.waiting.check")}
      </Button>
    </Card>
  );
}
