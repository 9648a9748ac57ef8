import { BadgeCheck, MapPin } from "lucide-react";
import type { ReactElement } from "react";

import type { ProviderDetails } from "@/resources/types";
import { plural, t } from "@/i18n/i18n";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { RatingNumber } from "@/ui/stars";

/** "Bruno K.": how a provider is named to everybody. */
export function providerName({ user }: Pick<ProviderDetails, "user">): string {
  return user.lastName === "" ? user.firstName : `${user.firstName} ${user.lastName}.`;
}

/** Whom the order goes to. `isAvailable` is false where no hour of the form can be booked. */
export function ProviderCard({ provider, isAvailable }: { provider: ProviderDetails; isAvailable: boolean }): ReactElement {
  const { user } = provider;
  return (
    <section aria-label={t("booking.provider.title")} className="card flex items-center gap-3 p-4">
      <Avatar id={provider.id} firstName={user.firstName} lastName={user.lastName} imageUrl={user.profileImageUrl} size="lg" />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 className="text-lead font-semibold">{providerName(provider)}</h2>
          {isAvailable && (
            <Badge tone="good" icon={<BadgeCheck aria-hidden className="size-4" />}>
              {t("booking.provider.available")}
            </Badge>
          )}
        </div>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft">
          <RatingNumber value={provider.rating} />
          <span>{plural("common.reviews", provider.reviewCount)}</span>
        </p>
        {provider.serviceArea.length > 0 && (
          <p className="flex items-center gap-1 text-caption text-ink-soft">
            <MapPin aria-hidden className="size-4 shrink-0" />
            <span className="truncate">{provider.serviceArea.join(", ")}</span>
          </p>
        )}
      </div>
    </section>
  );
}
