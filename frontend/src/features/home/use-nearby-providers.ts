
import { useProvidersNear } from "@/resources/use-providers";
import type { Provider } from "@/resources/types";

/** Home shows the default place of the product: Zurich (specification point 9). */
const HOME_POSTAL_CODE = "8001";

export type NearbyProviders = {
  /** Nearest first; undefined until the server has answered. */
  providers: Provider[] | undefined;
  error: unknown;
  isBusy: boolean;
  retry: () => Promise<unknown>;
};

/** The providers around 8001, nearest first. */
export function useNearbyProviders(): NearbyProviders {
  return useProvidersNear(HOME_POSTAL_CODE);
}
