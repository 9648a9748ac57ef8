import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";

import { providerName } from "@/api/providers/provider-name";
import { useProvidersNear } from "@/api/providers/use-providers";
import type { ListedProvider } from "@/api/types";
import { ProviderOffers } from "@/ui/provider-offers";

const MOST_PROVIDERS = 3;

export type AlternativeProvidersProps = {
  /** Four digits. */
  postalCode: string;
  /** The provider who cannot do it. */
  providerId: string;
  onChoose: (providerId: string) => void;
};

type Parts = AlternativeProvidersProps & {
  icon: LucideIcon;
  /** True for providers who can do it. */ canDo: (provider: ListedProvider) => boolean;
  text: (hasProviders: boolean) => string;
};

/** Why the chosen provider cannot do it, with up to three others near the address. */
export function AlternativeProviders({
  postalCode,
  providerId,
  icon: Icon,
  canDo,
  text,
  onChoose,
}: Parts): ReactElement {
  const { providers } = useProvidersNear(postalCode);
  const others = (providers ?? []).filter((one) => one.id !== providerId && canDo(one)).slice(0, MOST_PROVIDERS);
  return (
    <>
      <p className="flex gap-2">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        {text(others.length > 0)}
      </p>
      <ProviderOffers nameOf={providerName} providers={others} onChoose={onChoose} />
    </>
  );
}
