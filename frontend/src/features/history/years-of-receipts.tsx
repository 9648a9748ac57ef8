import type { ReactElement } from "react";

import { useDownload } from "@/api/http/use-download";
import { receiptYears, yearAddress } from "@/api/orders/receipt-address";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { buttonStyle } from "@/ui/button-style";
import { FailureNotice } from "@/ui/failure-notice";

function Year({ year }: { year: string }): ReactElement {
  const { download, isBusy, failure } = useDownload();
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <a href={yearAddress(year)} download onClick={download} className={buttonStyle("ghost", "sm", false)}>
        {t("history.receipts.year", { year })}
      </a>
      <span role="status" className="text-caption text-ink-soft empty:hidden">
        {isBusy && <span>{t("history.receipts.making")}</span>}
      </span>
      {failure !== null && <FailureNotice {...failure} />}
    </li>
  );
}

/** All receipts of a year as one file, for each year that has any. Of a file that is not made yet the page says so. */
export function YearsOfReceipts({ orders }: { orders: readonly Order[] }): ReactElement {
  return (
    <ul className="flex flex-wrap gap-2">
      {receiptYears(orders).map((year) => (
        <Year key={year} year={year} />
      ))}
    </ul>
  );
}
