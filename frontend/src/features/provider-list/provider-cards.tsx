import type { ReactElement } from "react";

import type { ListedProvider } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { Loading } from "@/ui/skeleton";
import { SWIPE_ITEM, SWIPE_ROW } from "@/ui/swipe-row";

import { ProviderCard, ProviderCardSkeleton, type CardSetting } from "./provider-card";

// A scrolling row at first; a grid for the full list.
const GRID = "grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3";

/** Three placeholder cards. */
export function LoadingRow(): ReactElement {
  return (
    <Loading label={t("providers.list.loading")}>
      <div className={cx(SWIPE_ROW, "overflow-hidden")}>
        {[1, 2, 3].map((card) => (
          <div key={card} className={SWIPE_ITEM}>
            <ProviderCardSkeleton />
          </div>
        ))}
      </div>
    </Loading>
  );
}

type CardsProps = { providers: readonly ListedProvider[]; setting: CardSetting; asRow?: boolean };

/** Provider cards as a grid or a row. */
export function Cards({ providers, setting, asRow = false }: CardsProps): ReactElement {
  return (
    <ul className={asRow ? SWIPE_ROW : GRID}>
      {providers.map((provider) => (
        <li key={provider.id} className={cx(asRow && SWIPE_ITEM)}>
          <ProviderCard provider={provider} setting={setting} inRow={asRow} />
        </li>
      ))}
    </ul>
  );
}
