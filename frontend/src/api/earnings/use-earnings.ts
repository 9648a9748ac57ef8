import { below, type Key } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import { filled } from "@/api/http/url";
import type { Earnings, PayoutAccountChange } from "@/api/types";

const EARNINGS: Key<"/api/provider/earnings"> = ["/api/provider/earnings", {}];

/** The signed-in provider's earnings and payouts. */
export function useEarnings(): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  earnings: Earnings | undefined;
  /** Changes the payout account. Not an `attempt`, so the password is not kept in memory. */
  setAccount: (account: PayoutAccountChange) => Promise<unknown>;
  /** Starts Stripe onboarding; returns the URL of Stripe's page. */
  beginStripe: (password: string) => Promise<{ url: string }>;
  /** Has the server fetch the state of the account at Stripe. */
  checkStripe: () => Promise<unknown>;
} {
  const { data: earnings, error, isBusy, retry } = useRead(EARNINGS, "checked");
  const refresh = useRefresh();
  const setAccount = async (body: PayoutAccountChange): Promise<void> => {
    await call("put", "/api/provider/payout-account", { body });
    await refresh(below(EARNINGS));
  };
  const beginStripe = async (password: string): Promise<{ url: string }> =>
    (await call("post", "/api/provider/stripe-account", { body: { password } })).data;
  const checkStripe = async (): Promise<void> => {
    await call("post", "/api/provider/stripe-account/check", {});
    await refresh(below(EARNINGS));
  };
  return { earnings, error, isBusy, retry, setAccount, beginStripe, checkStripe };
}

/** The download URL of a month's statement; `month` is "2026-11". */
export function statementAddress(month: string, kind: "pdf" | "csv"): string {
  return filled(`/api/provider/statements/{month}.${kind}`, { path: { month } });
}

/** The download URL of the platform fee's invoice for a month. */
export function feeInvoiceAddress(month: string): string {
  return filled("/api/provider/fee-invoices/{month}.pdf", { path: { month } });
}
