import { useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { useClaims } from "@/api/orders/use-claims";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Dialog } from "@/ui/overlay/dialog";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { ClaimForm } from "./claim-form";
import { ClaimView } from "./claim-view";

/** For an order's customer: reporting damage while that is possible, and what became of it. */
export function OrderClaims({ order }: { order: Order }): ReactElement | null {
  const { claims, reportableUntil, error, isBusy, retry } = useClaims(order.id);
  const [isReporting, setIsReporting] = useState(false);
  const now = useNow();
  const name = order.provider.user.firstName;
  const close = (): void => setIsReporting(false);
  if (claims === undefined) {
    if (error === undefined) return null;
    // Whether damage can be reported is not known, and the time for it is short.
    return <ErrorState body={errorText(error, t("claims.error"))} busy={isBusy} onRetry={() => void retry()} />;
  }
  const isReportable = reportableUntil !== null && now < Date.parse(reportableUntil);
  if (claims.length === 0 && !isReportable && !isReporting) return null;
  return (
    <SectionCard title={t(claims.length === 0 ? "claims.title" : "claims.yours")} goesOnAtHeading>
      <div className="flex flex-col gap-4">
        {claims.map((claim) => (
          <ClaimView key={claim.id} claim={claim} side="customer" name={name} />
        ))}
        {isReportable && (
          <>
            <p className="text-ink-soft">{t("claims.lead", { time: dayTimeInSentence(reportableUntil), name })}</p>
            <Button onClick={() => setIsReporting(true)} className="self-start">
              {t("claims.report")}
            </Button>
          </>
        )}
      </div>
      <Dialog open={isReporting} onClose={close} title={t("claims.report.title")}>
        <ClaimForm order={order} onClose={close} />
      </Dialog>
    </SectionCard>
  );
}
