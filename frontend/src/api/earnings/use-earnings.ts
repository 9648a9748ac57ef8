import { below, type Key } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import { filled } from "@/api/http/url";
import type { Earnings, PayoutAccountChange } from "@/api/types";

const EARNINGS: Key<"/api/provider/earnings"> = ["/api/provider/earnings", {}];

/** What the provider that the account is has earned, and was paid. */
export function useEarnings(): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  earnings: Earnings | undefined;
  /** Says where the provider is paid from now on. The password in it goes out once, and nothing remembers it as an attempt. */
  setAccount: (account: PayoutAccountChange) => Promise<unknown>;
  /** Asks to be paid through Stripe; answers the page of Stripe's on which that goes on. */
  beginStripe: (password: string) => Promise<{ url: string }>;
  /** Has the server ask Stripe how the account there stands. */
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

/** Where the statement of a month ("2026-11") is downloaded. */
export function statementAddress(month: string, kind: "pdf" | "csv"): string {
  return filled(`/api/provider/statements/{month}.${kind}`, { path: { month } });
}

/** The invoice of the platform's fee of a month. */
export function feeInvoiceAddress(month: string): string {
  return filled("/api/provider/fee-invoices/{month}.pdf", { path: { month } });
}
