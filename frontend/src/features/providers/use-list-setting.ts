import { useSearchParams } from "react-router-dom";

import { wishFrom } from "@/resources/booking-link";
import { useConfig } from "@/resources/use-config";
import { useFavourites } from "@/resources/use-favourites";
import { useNow } from "@/ui/use-now";

import type { CardSetting } from "./provider-card";
import { useNearbyProviders, type NearbyProviders } from "./use-nearby-providers";

export type ListSetting = { near: NearbyProviders; setting: CardSetting };

/** Who is around, and with what their cards are drawn. */
export function useListSetting(): ListSetting {
  const now = useNow();
  const [query] = useSearchParams();
  const near = useNearbyProviders(now);
  const { config } = useConfig();
  const favourites = useFavourites();
  return { near, setting: { postalCode: near.postalCode, wish: wishFrom(query), prices: config?.prices, answerWithinMinutes: config?.answerWithinMinutes, now, favourites } };
}
