import { t } from "@/i18n/i18n";

import { GOOD_RATING, type Condition } from "./filters";

/** What a condition is called, on its chip and where it is to be left out. */
export function conditionName(condition: Condition): string {
  return condition === "rating" ? t("filters.rating", { stars: GOOD_RATING }) : t(`filters.${condition}`);
}
