import { shownDistance } from "@/lib/distance";

import { t } from "./i18n";

/** "in your postal code", "400 m away", "2.3 km away" or "Distance unknown". */
export function distanceText(kilometres: number | null): string {
  if (kilometres === 0) return t("common.distance.here");
  const shown = shownDistance(kilometres);
  if (shown === null) return t("common.distance.unknown");
  return shown.unit === "m"
    ? t("common.distance.m", { value: shown.value })
    : t("common.distance.km", { value: shown.value });
}
