import type { ReactElement } from "react";

import { distanceText } from "@/i18n/distance-text";
import { t } from "@/i18n/i18n";

import { Avatar } from "./avatar";

type OfferedProvider = {
  id: string;
  user: { firstName: string; lastName: string; profileImageUrl: string | null };
  distanceKm: number | null;
};

type ProviderOffersProps = {
  providers: readonly OfferedProvider[];
  nameOf: (provider: OfferedProvider) => string;
  onChoose: (id: string) => void;
};

/** Buttons with providers who serve an address; nothing if there are none. */
export function ProviderOffers({ providers, nameOf, onChoose }: ProviderOffersProps): ReactElement | null {
  if (providers.length === 0) return null;
  return (
    <div role="group" aria-label={t("offers.neighbours")} className="mt-3 flex flex-col gap-2">
      {providers.map((provider) => (
        <button
          key={provider.id}
          type="button"
          onClick={() => onChoose(provider.id)}
          className="flex min-h-14 items-center gap-3 rounded-md border border-line-strong bg-surface px-3.5 py-2 text-left text-ink transition-colors hover:bg-sunken"
        >
          <Avatar
            id={provider.id}
            firstName={provider.user.firstName}
            lastName={provider.user.lastName}
            imageUrl={provider.user.profileImageUrl}
            size="sm"
          />
          <span className="min-w-0 grow">
            <span className="block font-semibold">{t("offers.choose", { name: nameOf(provider) })}</span>
            <span className="block text-caption text-ink-soft first-letter:uppercase">
              {distanceText(provider.distanceKm)}
            </span>
          </span>
        </button>
      ))}
    </div>
  );
}
