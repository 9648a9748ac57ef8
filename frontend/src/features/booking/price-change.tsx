import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";

/** Says before paying that the draft costs something else than when it was last shown. */
export function PriceChange({ former, now }: { former: string; now: string }): ReactElement {
  return (
    <p role="status" className="mt-4 rounded-md bg-warn-soft px-4 py-3 text-warn">
      {t("priceChange.said", { former: formatChf(former), now: formatChf(now) })}
    </p>
  );
}
