import { CalendarClock, CircleCheck, Hand, MapPin, ShieldCheck } from "lucide-react";
import { memo, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { answerHours } from "@/api/providers/answer-hours";
import { bookingLink, providerLink, type BookingPrefill } from "@/api/orders/booking-link";
import { errorText } from "@/api/http/error-text";
import { priceOf } from "@/api/prices/price";
import { providerName } from "@/api/providers/provider-name";
import type { ListedProvider, Prices } from "@/api/types";
import type { Favourites } from "@/api/favourites/use-favourites";
import { distanceText } from "@/i18n/distance-text";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { dayTimeInSentence } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { ButtonLink } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { FavouriteButton } from "@/ui/favourite-button";
import { ProviderRating } from "@/ui/provider-rating";
import { Skeleton } from "@/ui/skeleton";

const SHOWN_SPECIALTIES = 2;

/** Props shared by all cards of a list. */
export type CardSetting = {
  /** Distances are measured from this postal code. */
  postalCode: string;
  /** Prefill of the booking; without a service the standard price is shown. */
  prefill: BookingPrefill;
  /** Undefined while loading. */
  prices: Prices | undefined;
  /** How long a provider who accepts manually has. */
  answerWithinMinutes: number | undefined;
  now: number;
  favourites: Favourites;
};

type CardProps = { provider: ListedProvider; setting: CardSetting };

// Cards outside the view are laid out when near, with an estimated height until then.
const WHEN_NEAR = "[content-visibility:auto] [contain-intrinsic-block-size:auto_13.625rem]";

/** Name, rating and distance. */
function Person({
  provider,
  name,
  prefill,
}: {
  provider: ListedProvider;
  name: string;
  prefill: BookingPrefill;
}): ReactElement {
  const { id, user, businessName, reviewCount } = provider;
  return (
    <div className="flex items-center gap-3">
      <Avatar id={id} firstName={user.firstName} lastName={user.lastName} imageUrl={user.profileImageUrl} />
      <div className="min-w-0 grow">
        <h3 className="truncate text-lead font-semibold">
          <Link to={providerLink(id, prefill)} className="hover:underline hover:underline-offset-4">
            {name}
          </Link>
        </h3>
        <p className="truncate text-caption text-ink-soft max-[22rem]:hyphens-auto max-[22rem]:whitespace-normal">
          {businessName}
        </p>
      </div>
      <div className="shrink-0 text-right">
        <ProviderRating provider={provider} />
        <p className="text-caption text-ink-soft">{t("common.reviews", { count: reviewCount })}</p>
      </div>
    </div>
  );
}

function Badges({ provider }: { provider: ListedProvider }): ReactElement {
  const specialties =
    provider.specialties.length > 0 ? provider.specialties : [t("providers.card.express"), t("providers.card.sameDay")];
  return (
    <div className="flex min-w-0 grow flex-col gap-1.5">
      <div className="flex flex-wrap gap-1.5">
        <Badge tone="good" icon={<CircleCheck aria-hidden className="size-3.5" />}>
          {t("providers.card.available")}
        </Badge>
        <Badge tone="brand" icon={<ShieldCheck aria-hidden className="size-3.5" />}>
          {t("providers.card.verified")}
        </Badge>
      </div>
      <ul className="flex gap-1.5 overflow-hidden">
        {specialties.slice(0, SHOWN_SPECIALTIES).map((specialty) => (
          <li key={specialty} className="flex shrink-0">
            <Badge>{specialty}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The next free time, and whether the provider must accept the order. */
function WhenFree({
  provider: { nextFreeAt, acceptsInstantly },
  setting: { answerWithinMinutes, now },
}: CardProps): ReactElement {
  const hours = answerWithinMinutes === undefined ? null : answerHours(answerWithinMinutes);
  const isAhead = nextFreeAt !== null && Date.parse(nextFreeAt) > now;
  return (
    <div className="flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-caption tabular-nums">
      <p className="flex items-center gap-1.5 font-medium">
        <CalendarClock aria-hidden className="size-4 shrink-0 text-ink-soft" />
        {isAhead
          ? t("providers.card.nextFree", { time: dayTimeInSentence(nextFreeAt, now) })
          : t("providers.card.notFree")}
      </p>
      {!acceptsInstantly && (
        <p className="flex items-center gap-1.5 text-ink-soft">
          <Hand aria-hidden className="size-4 shrink-0" />
          {hours === null ? t("providers.card.manual") : t("providers.card.manualWithin", { hours })}
        </p>
      )}
    </div>
  );
}

function Where({ provider: { serviceArea, distanceKm }, setting: { postalCode } }: CardProps): ReactElement {
  const isHere = serviceArea.includes(postalCode);
  return (
    // What does not fit wraps, and its leading dot is clipped at the edge.
    <span className="overflow-hidden">
      <span className="-ml-3.5 flex flex-wrap">
        <span className="pl-3.5">{serviceArea[0] ?? t("providers.card.area")}</span>
        <span className="flex">
          <span aria-hidden className="w-3.5 shrink-0 text-center">
            ·
          </span>
          <span>{distanceText(isHere ? 0 : distanceKm)}</span>
        </span>
      </span>
    </span>
  );
}

/** A provider, with a link to book. */
export const ProviderCard = memo(function ProviderCard({
  provider,
  setting,
  inRow = false,
}: CardProps & { inRow?: boolean }): ReactElement {
  const { prefill, prices, favourites } = setting;
  const failure = favourites.failureOf(provider.id);
  const name = providerName(provider);
  return (
    <article className={cx("card flex h-full flex-col gap-3 p-4", inRow && WHEN_NEAR)}>
      <Person provider={provider} name={name} prefill={prefill} />
      {provider.bioExcerpt !== "" && <p className="line-clamp-2">{provider.bioExcerpt}</p>}
      <WhenFree provider={provider} setting={setting} />
      <div className="-mr-3 flex items-center gap-1">
        <Badges provider={provider} />
        <FavouriteButton
          name={name}
          isOn={favourites.ids.has(provider.id)}
          onToggle={() => favourites.toggle(provider.id)}
        />
      </div>
      {failure !== undefined && <FailureNotice title={t("common.favourite.failed")} text={errorText(failure)} />}
      <div className="mt-auto flex items-center justify-between gap-3">
        <div className="min-w-0 text-caption text-ink-soft tabular-nums">
          <p className="min-h-5 font-semibold text-ink">
            {prices !== undefined &&
              t("providers.card.from", {
                price: formatChf(priceOf(prices, prefill.service ?? "standard", prices.minKg).total),
              })}
          </p>
          <p className="flex items-center gap-1.5">
            <MapPin aria-hidden className="size-4 shrink-0" />
            <Where provider={provider} setting={setting} />
          </p>
        </div>
        <ButtonLink
          to={bookingLink(provider.id, prefill)}
          variant="brand"
          size="sm"
          aria-label={t("providers.card.bookWith", { name })}
          className="shrink-0"
        >
          {t("providers.card.book")}
        </ButtonLink>
      </div>
    </article>
  );
});

/** Placeholder for a card. */
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
      <Skeleton className="h-6" />
      <Skeleton className="h-5 w-44" />
      <div className="flex flex-col gap-1.5">
        {[1, 2].map((row) => (
          <div key={row} className="flex gap-1.5">
            <Skeleton className="h-5.5 w-28 rounded-full" />
            <Skeleton className="h-5.5 w-20 rounded-full" />
          </div>
        ))}
      </div>
      <div className="mt-auto flex items-center justify-between">
        <Skeleton className="h-10 w-32" />
        <Skeleton className="h-touch w-28 rounded-md" />
      </div>
    </div>
  );
}
