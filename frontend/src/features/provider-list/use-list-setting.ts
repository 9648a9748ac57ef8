import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { useFavourites } from "@/api/favourites/use-favourites";
import { prefillFrom } from "@/api/orders/booking-link";
import { useConfig } from "@/api/site/use-config";
import { useNow } from "@/ui/use-now";

import type { CardSetting } from "./provider-card";
import { useNearbyProviders, type NearbyProviders } from "./use-nearby-providers";

export type ListSetting = { near: NearbyProviders; setting: CardSetting };

/** Who is around, and with what their cards are rendered. */
export function useListSetting(): ListSetting {
  const now = useNow();
  const [query] = useSearchParams();
  const near = useNearbyProviders(now);
  const { config } = useConfig();
  const favourites = useFavourites();
  const { service, at, again, like } = prefillFrom(query);
  const { postalCode } = near;
  // One object as long as nothing of it has changed: each card is rendered anew with another.
  const setting = useMemo(
    () => ({ postalCode, prefill: { service, at, again, like }, prices: config?.prices, answerWithinMinutes: config?.answerWithinMinutes, now, favourites }),
    [postalCode, service, at, again, like, config, now, favourites],
  );
  return { near, setting };
}
