import type { ReactElement, ReactNode } from "react";

import { providerName } from "@/api/providers/provider-name";
import type { Provider } from "@/api/types";
import { t } from "@/i18n/i18n";
import { distanceText } from "@/i18n/distance-text";
import { Avatar } from "@/ui/avatar";
import { RatingNumber } from "@/ui/stars";

/** A provider in one line; `action` stands at its end. */
export function ProviderLine({ provider, action }: { provider: Provider; action?: ReactNode }): ReactElement {
  const { user, distanceKm } = provider;
  return (
    <div className="flex items-center gap-3">
      <Avatar id={provider.id} firstName={user.firstName} lastName={user.lastName} imageUrl={user.profileImageUrl} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{providerName(provider)}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-caption text-ink-soft">
          <RatingNumber value={provider.rating} />
          <span>{t("common.reviews", { count: provider.reviewCount })}</span>
          {distanceKm !== null && <span>{distanceText(distanceKm)}</span>}
        </p>
      </div>
      {action}
    </div>
  );
}
