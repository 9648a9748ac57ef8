import { CircleAlert, CircleCheck, Clock, Download } from "lucide-react";
import type { ReactElement } from "react";

import type { Earnings, Payout } from "@/api/types";
import { feeInvoiceAddress, statementAddress } from "@/api/earnings/use-earnings";
import { useDownload } from "@/api/http/use-download";
import { t } from "@/i18n/i18n";
import { formatDate, formatterFor, zurichToUtc } from "@/lib/dates";
import { getLocale } from "@/lib/locale";
import { formatChf } from "@/lib/money";
import { Badge } from "@/ui/badge";
import { buttonStyle } from "@/ui/button-style";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { useNow } from "@/ui/use-now";

function Status({ status, account }: Payout): ReactElement {
  const icon = "size-4";
  if (status === "paid") {
    return (
      <Badge tone="good" icon={<CircleCheck aria-hidden className={icon} />}>
        {t("earnings.status.paid")}
      </Badge>
    );
  }
  // A payout keeps the account to which it goes, also if the provider's is taken away.
  if (status === "failed" || account === null) {
    return (
      <Badge tone={status === "failed" ? "bad" : "warn"} icon={<CircleAlert aria-hidden className={icon} />}>
        {t(status === "failed" ? "earnings.status.failed" : "earnings.status.waiting")}
      </Badge>
    );
  }
  return (
    <Badge tone="brand" icon={<Clock aria-hidden className={icon} />}>
      {t("earnings.status.due")}
    </Badge>
  );
}

/** Where a payout goes that is due: not to an account that was given after it was made. */
function goesTo(account: Payout["account"]): string {
  if (account === null) return "";
  return account.kind === "bank"
    ? t("earnings.payouts.goesTo", { end: account.ibanEnd })
    : t("earnings.payouts.goesTo.stripe");
}

function detail({ status, paidAt, reference, comesAgain, account }: Payout, now: number): string {
  if (status === "failed") return comesAgain ? t("earnings.payouts.failed.body") : "";
  if (status === "due") return goesTo(account);
  if (paidAt === null) return "";
  const day = formatDate(paidAt, now);
  return reference === "" ? t("earnings.payouts.paid", { day }) : t("earnings.payouts.reference", { day, reference });
}

/** Weekly payouts, newest first. */
export function Payouts({ payouts }: { payouts: readonly Payout[] }): ReactElement {
  const now = useNow();
  return (
    <SectionCard title={t("earnings.payouts.title")} className="order-3">
      {payouts.length === 0 && <p className="text-ink-soft">{t("earnings.payouts.none")}</p>}
      <ul className="divide-y">
        {payouts.map((payout) => (
          <li key={payout.id} className="flex items-start justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
            <div className="min-w-0">
              <p className="font-medium">
                {t("earnings.payouts.week", { day: formatDate(zurichToUtc(payout.week, "12:00"), now) })}
              </p>
              <p className="text-caption text-ink-soft tabular-nums">{detail(payout, now)}</p>
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1">
              <p className="font-semibold tabular-nums">{formatChf(payout.amount)}</p>
              <Status {...payout} />
            </div>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** "November 2026" for "2026-11". */
function monthName(month: string): string {
  return formatterFor(getLocale(), { month: "long", year: "numeric" }).format(
    new Date(zurichToUtc(`${month}-15`, "12:00")),
  );
}

function FileLink({ month, kind }: { month: string; kind: "pdf" | "csv" | "invoice" }): ReactElement {
  const { download, isBusy, failure } = useDownload();
  return (
    <>
      <a
        href={kind === "invoice" ? feeInvoiceAddress(month) : statementAddress(month, kind)}
        download
        onClick={download}
        aria-label={t(`earnings.months.${kind}.name`, { month: monthName(month) })}
        className={buttonStyle("ghost", "sm", false)}
      >
        <Download aria-hidden className="size-4" />
        {t(`earnings.months.${kind}`)}
      </a>
      <span role="status" className="self-center text-caption text-ink-soft empty:hidden">
        {isBusy && <span>{t("earnings.months.making")}</span>}
      </span>
      {failure !== null && <FailureNotice {...failure} />}
    </>
  );
}

/** Each month's earnings, with its statement as files. */
export function Statements({ months }: { months: Earnings["months"] }): ReactElement {
  return (
    <SectionCard title={t("earnings.months.title")} className="order-4">
      {months.length === 0 && <p className="text-ink-soft">{t("earnings.months.none")}</p>}
      <ul className="divide-y">
        {months.map(({ month, earned, orders, feeInvoice }) => (
          <li key={month} className="flex flex-wrap items-center justify-between gap-x-2 py-2 first:pt-0 last:pb-0">
            <div className="min-w-0">
              <p className="font-medium">{monthName(month)}</p>
              <p className="text-caption text-ink-soft tabular-nums">
                {formatChf(earned)}, {t("earnings.months.orders", { count: orders })}
              </p>
            </div>
            <div className="-mx-4 flex flex-wrap">
              {feeInvoice !== null && <FileLink month={month} kind="invoice" />}
              <FileLink month={month} kind="pdf" />
              <FileLink month={month} kind="csv" />
            </div>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
