import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { useFavourites } from "@/api/favourites/use-favourites";
import { useLocality } from "@/api/localities/use-locality";
import { prefillFrom } from "@/api/orders/booking-link";
import { useProvidersNear } from "@/api/providers/use-providers";
import { useConfig } from "@/api/site/use-config";
import type { ListedProvider } from "@/api/types";
import { useNow } from "@/ui/use-now";

import type { CardSetting } from "./provider-card";

type NearbyProviders = {
  /** The postal code that they serve. */
  postalCode: string;
  /** Nearest first; undefined while loading. */
  providers: ListedProvider[] | undefined;
  error: unknown;
  isBusy: boolean;
  retry: () => Promise<unknown>;
};

/** Providers around the locality, nearest first; fetched again once a shown free time has passed. */
function useNearbyProviders(now: number): NearbyProviders {
  const { postalCode } = useLocality();
  const near = useProvidersNear(postalCode);
  const { providers, retry } = near;
  const hasBegun = providers?.some(({ nextFreeAt }) => nextFreeAt !== null && Date.parse(nextFreeAt) <= now) ?? false;
  useEffect(() => {
    if (hasBegun) void retry();
  }, [hasBegun, retry]);
  return { postalCode, ...near };
}

export type ListSetting = { near: NearbyProviders; setting: CardSetting };

/** The providers, and their cards' shared props. */
export function useListSetting(): ListSetting {
  const now = useNow();
  const [query] = useSearchParams();
  const near = useNearbyProviders(now);
  const { config } = useConfig();
  const favourites = useFavourites();
  const prefill = useMemo(() => prefillFrom(query), [query]);
  const { postalCode } = near;
  // Memoised, because each card re-renders with a new object.
  const setting = useMemo(
    () => ({
      postalCode,
      prefill,
      prices: config?.prices,
      answerWithinMinutes: config?.answerWithinMinutes,
      now,
      favourites,
    }),
    [postalCode, prefill, config, now, favourites],
  );
  return { near, setting };
}
