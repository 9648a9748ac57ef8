import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";

import { Badge } from "./badge";
import { RatingNumber } from "./stars";

/** A provider's average; nobody has rated a new one, which is no bad rating. */
export function ProviderRating({
  provider: { rating, reviewCount },
}: {
  provider: { rating: number; reviewCount: number };
}): ReactElement {
  return reviewCount === 0 ? <Badge tone="brand">{t("common.newProvider")}</Badge> : <RatingNumber value={rating} />;
}
