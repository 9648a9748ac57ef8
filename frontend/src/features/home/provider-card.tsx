import { CircleCheck, MapPin, ShieldCheck } from "lucide-react";
import type { ReactElement } from "react";

import type { Provider } from "@/resources/types";
import { distanceText } from "@/i18n/distance-text";
import { plural, t } from "@/i18n/i18n";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { ButtonLink } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { RatingNumber } from "@/ui/stars";

const SHOWN_SPECIALTIES = 2;

/** The one provider that a card is about, and the way to book them. */
export function ProviderCard({ provider }: { provider: Provider }): ReactElement {
  const { user, rating, reviewCount } = provider;
  const name = `${user.firstName} ${user.lastName.charAt(0)}.`;
  const specialties =
    provider.specialties.length > 0 ? provider.specialties : [t("home.card.express"), t("home.card.sameDay")];
  return (
    <article className="card flex h-full flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar id={provider.id} firstName={user.firstName} lastName={user.lastName} imageUrl={user.profileImageUrl} />
        <div className="min-w-0 grow">
          <h3 className="truncate text-lead font-semibold">{name}</h3>
          <p className="truncate text-caption text-ink-soft">{provider.businessName}</p>
        </div>
        <div className="shrink-0 text-right">
          {reviewCount === 0 ? <Badge tone="brand">{t("home.card.new")}</Badge> : <RatingNumber value={rating} />}
          <p className="text-caption text-ink-soft">{plural("common.reviews", reviewCount)}</p>
        </div>
      </div>

      <div className="flex flex-col gap-1.5">
        <div className="flex gap-1.5">
          <Badge tone="good" icon={<CircleCheck aria-hidden className="size-3.5" />}>
            {t("home.card.available")}
          </Badge>
          <Badge tone="brand" icon={<ShieldCheck aria-hidden className="size-3.5" />}>
            {t("home.card.verified")}
          </Badge>
        </div>
        <ul className="flex gap-1.5 overflow-hidden">
          {specialties.slice(0, SHOWN_SPECIALTIES).map((specialty) => (
            <li key={specialty} className="flex">
              <Badge>{specialty}</Badge>
            </li>
          ))}
        </ul>
      </div>

      <div className="mt-auto flex items-center justify-between gap-3">
        <p className="flex min-w-0 items-center gap-1.5 text-caption text-ink-soft tabular-nums">
          <MapPin aria-hidden className="size-4 shrink-0" />
          <span className="flex flex-wrap gap-x-1.5">
            <span>{provider.serviceArea[0] ?? t("home.card.area")}</span>
            <span aria-hidden>·</span>
            <span>{distanceText(provider.distanceKm)}</span>
          </span>
        </p>
        <ButtonLink
          to={`/booking?providerId=${encodeURIComponent(provider.id)}`}
          variant="brand"
          size="sm"
          aria-label={t("home.card.bookWith", { name })}
          className="shrink-0"
        >
          {t("home.card.book")}
        </ButtonLink>
      </div>
    </article>
  );
}

/** The shape of a card whose provider is still on the way. */
export function ProviderCardSkeleton(): ReactElement {
  return (
    <div className="card flex h-full flex-col gap-3 p-4">
      <div className="flex h-12 items-center gap-3">
        <Skeleton className="size-12 rounded-full" />
        <div className="flex grow flex-col gap-2">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      </div>
      <div className="flex flex-col gap-1.5">
        {[1, 2].map((row) => (
          <div key={row} className="flex gap-1.5">
            <Skeleton className="h-5.5 w-28 rounded-full" />
            <Skeleton className="h-5.5 w-20 rounded-full" />
          </div>
        ))}
      </div>
      <div className="mt-auto flex items-center justify-between">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-touch w-28 rounded-md" />
      </div>
    </div>
  );
}
