import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import type { Earnings, Payout } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate, zurichToUtc } from "@/lib/dates";
import { addAmounts, compareAmounts, formatChf } from "@/lib/money";
import { SectionCard } from "@/ui/card";
import { useNow } from "@/ui/use-now";

function sentence({ due, nextPayoutOn, account, accountRefusedAt }: Earnings, now: number): string {
  const sign = compareAmounts(due, "0");
  if (sign < 0) return t("earnings.next.owed");
  if (sign === 0) return t("earnings.next.nothing");
  const day = formatDate(zurichToUtc(nextPayoutOn, "12:00"), now);
  if (account === null) return t("earnings.next.onNoAccount", { day });
  if (accountRefusedAt !== null) return t("earnings.next.onRefused", { day, end: account.ibanEnd });
  return account.kind === "bank"
    ? t("earnings.next.on", { day, end: account.ibanEnd })
    : t("earnings.next.onStripe", { day });
}

function Row({ label, amount }: { label: string; amount: string }): ReactElement {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt>{label}</dt>
      <dd className="shrink-0 font-semibold tabular-nums">{formatChf(amount)}</dd>
    </div>
  );
}

/** The sum of payouts; nothing without any. */
function Sum({ label, of }: { label: string; of: readonly Payout[] }): ReactElement | null {
  if (of.length === 0) return null;
  return <Row label={label} amount={addAmounts(...of.map(({ amount }) => amount))} />;
}

/** The next payout, held amounts, and the balance. */
export function NextPayout({ earnings }: { earnings: Earnings }): ReactElement {
  const { due, held, heldOrders, balance, payouts } = earnings;
  const now = useNow();
  const made = payouts.filter(({ status }) => status === "due");
  return (
    <SectionCard title={t("earnings.next.title")} className="order-1">
      <p className="text-display font-bold tabular-nums">{formatChf(due)}</p>
      <p className="mt-1 text-ink-soft">{sentence(earnings, now)}</p>
      <dl className="mt-4 border-t pt-2">
        <Sum label={t("earnings.next.made")} of={made.filter(({ account }) => account !== null)} />
        <Sum label={t("earnings.status.waiting")} of={made.filter(({ account }) => account === null)} />
        {heldOrders.length > 0 && (
          <>
            <Row label={t("earnings.next.held")} amount={held} />
            {heldOrders.map(({ orderId, customerName, amount, reason }) => (
              <div
                key={orderId}
                className="flex items-baseline justify-between gap-4 border-l-2 py-1 pl-3 text-caption text-ink-soft"
              >
                <dt className="min-w-0">
                  <Link to={`/provider#${orderId}`} className="font-medium text-ink underline">
                    {customerName}
                  </Link>
                  {": "}
                  {reason === "claim" ? (
                    <Link to={`/provider#${orderId}`} className="underline">
                      {t("earnings.held.claim")}
                    </Link>
                  ) : (
                    <span>{t(`earnings.held.${reason}`)}</span>
                  )}
                </dt>
                <dd className="shrink-0 tabular-nums">{formatChf(amount)}</dd>
              </div>
            ))}
          </>
        )}
        <Row label={t("earnings.next.balance")} amount={balance} />
      </dl>
    </SectionCard>
  );
}
