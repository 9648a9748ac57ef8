import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";

import { providerName } from "@/resources/provider-name";
import type { ListedProvider } from "@/resources/types";
import { useProvidersNear } from "@/resources/use-providers";
import { NeighbourOffers } from "@/ui/neighbour-offers";

const MOST_NEIGHBOURS = 3;

export type InsteadProps = {
  /** Four digits. */
  postalCode: string;
  /** Who cannot do it. */
  providerId: string;
  onChoose: (providerId: string) => void;
};

type Parts = InsteadProps & { icon: LucideIcon; /** Who can do it. */ fits: (neighbour: ListedProvider) => boolean; text: (hasNeighbours: boolean) => string };

/** Why the chosen provider cannot do it, with up to three neighbours of the address who can. */
export function Instead({ postalCode, providerId, icon: Icon, fits, text, onChoose }: Parts): ReactElement {
  const { providers } = useProvidersNear(postalCode);
  const others = (providers ?? []).filter((one) => one.id !== providerId && fits(one)).slice(0, MOST_NEIGHBOURS);
  return (
    <>
      <p className="flex gap-2">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        {text(others.length > 0)}
      </p>
      <NeighbourOffers nameOf={providerName} neighbours={others} onChoose={onChoose} />
    </>
  );
}
