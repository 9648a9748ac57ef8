import { t } from "@/i18n/i18n";

import { GOOD_RATING, type Condition } from "./filters";

/** A filter's name, for its chip and for "no matches". */
export function conditionName(condition: Condition): string {
  return condition === "rating" ? t("filters.rating", { stars: GOOD_RATING }) : t(`filters.${condition}`);
}
