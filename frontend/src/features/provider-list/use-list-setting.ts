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
  /** Around which they are. */
  postalCode: string;
  /** Nearest first; undefined until the server has answered. */
  providers: ListedProvider[] | undefined;
  error: unknown;
  isBusy: boolean;
  retry: () => Promise<unknown>;
};

/** The providers around the chosen place, nearest first; asked for again once a time that they show as free has begun. */
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
    () => ({
      postalCode,
      prefill: { service, at, again, like },
      prices: config?.prices,
      answerWithinMinutes: config?.answerWithinMinutes,
      now,
      favourites,
    }),
    [postalCode, service, at, again, like, config, now, favourites],
  );
  return { near, setting };
}
