import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { useEarnings } from "@/api/earnings/use-earnings";
import { t } from "@/i18n/i18n";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { NextPayout } from "./next-payout";
import { PayoutAccountCard } from "./payout-account";
import { Payouts, Statements } from "./payout-lists";
import { FromStripe } from "./stripe-account";

const COLUMN = "contents md:flex md:flex-col md:gap-4";

function EarningsSkeleton(): ReactElement {
  return (
    <Loading className="grid grid-cols-1 items-start gap-4 md:grid-cols-[3fr_2fr]">
      <Skeleton className="h-52 rounded-card" />
      <Skeleton className="h-36 rounded-card" />
      <Skeleton className="h-60 rounded-card" />
      <Skeleton className="h-60 rounded-card" />
    </Loading>
  );
}

function Earnings(): ReactElement {
  const { earnings, error, isBusy, retry, setAccount, beginStripe, checkStripe } = useEarnings();
  if (earnings === undefined && error !== undefined) {
    const tryAgain = (): void => void retry();
    return (
      <NeedsConnection says={t("earnings.offline")} onBack={tryAgain}>
        <ErrorState body={errorText(error, t("earnings.error"))} busy={isBusy} onRetry={tryAgain} />
      </NeedsConnection>
    );
  }
  if (earnings === undefined) return <EarningsSkeleton />;
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[3fr_2fr]">
      <div className="empty:hidden md:col-span-2">
        <FromStripe onCheck={checkStripe} />
      </div>
      {/* Two columns on desktops; one on phones, with the account second. */}
      <div className={COLUMN}>
        <NextPayout earnings={earnings} />
        <Payouts payouts={earnings.payouts} />
      </div>
      <div className={COLUMN}>
        <PayoutAccountCard earnings={earnings} onSave={setAccount} onBegin={beginStripe} />
        <Statements months={earnings.months} />
      </div>
    </div>
  );
}

/** A provider's earnings: next payout, held amounts, past payouts, and months. */
export function EarningsPage(): ReactElement {
  return (
    <Page title={t("earnings.title")} lead={t("earnings.lead")} backTo="/provider" width="page">
      <Earnings />
    </Page>
  );
}
