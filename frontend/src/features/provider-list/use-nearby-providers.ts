import { useEffect } from "react";

import { useLocality } from "@/api/localities/use-locality";
import { useProvidersNear } from "@/api/providers/use-providers";
import type { ListedProvider } from "@/api/types";

export type NearbyProviders = {
  /** Around which they are. */
  postalCode: string;
  /** Nearest first; undefined until the server has answered. */
  providers: ListedProvider[] | undefined;
  error: unknown;
  isBusy: boolean;
  retry: () => Promise<unknown>;
};

/** The providers around the chosen place, nearest first; asked for again once a time that they show as free has begun. */
export function useNearbyProviders(now: number): NearbyProviders {
  const { postalCode } = useLocality();
  const near = useProvidersNear(postalCode);
  const { providers, retry } = near;
  const hasBegun = providers?.some(({ nextFreeAt }) => nextFreeAt !== null && Date.parse(nextFreeAt) <= now) ?? false;
  useEffect(() => {
    if (hasBegun) void retry();
  }, [hasBegun, retry]);
  return { postalCode, ...near };
}
