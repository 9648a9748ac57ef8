import { ShieldCheck, CalendarClock, Hand, MapPin } from "lucide-react";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "react-router-dom";

import { prefillFrom, providerLink } from "@/api/orders/booking-link";
import { providerName } from "@/api/providers/provider-name";
import type { ProviderDetails } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { ProviderRating } from "@/ui/provider-rating";

type ProviderCardProps = {
  provider: ProviderDetails;
  /** False if nothing can be booked today. */ isAvailable: boolean;
  now: number;
};

/** The chosen provider. */
export function ChosenProviderCard({ provider, isAvailable, now }: ProviderCardProps): ReactElement {
  const { user } = provider;
  const [query] = useSearchParams();
  return (
    <section aria-label={t("booking.provider.title")} className="card flex flex-wrap items-center gap-3 p-4">
      <Avatar
        id={provider.id}
        firstName={user.firstName}
        lastName={user.lastName}
        imageUrl={user.profileImageUrl}
        size="lg"
      />
      <div className="min-w-0 grow basis-40">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-lead font-semibold">
            <Link
              to={providerLink(provider.id, prefillFrom(query))}
              className="inline-flex min-h-touch items-center underline-offset-4 hover:underline"
            >
              {providerName(provider)}
            </Link>
          </h2>
          <div className="flex flex-wrap gap-1">
            {isAvailable ? (
              <Badge tone="good" icon={<ShieldCheck aria-hidden className="size-4" />}>
                {t("booking.provider.available")}
              </Badge>
            ) : (
              provider.nextFreeAt !== null && (
                <Badge icon={<CalendarClock aria-hidden className="size-4" />}>
                  <span className="whitespace-normal">
                    {t("booking.provider.nextFree", { time: dayTimeInSentence(provider.nextFreeAt, now) })}
                  </span>
                </Badge>
              )
            )}
            {!provider.acceptsInstantly && (
              <Badge icon={<Hand aria-hidden className="size-4" />}>{t("booking.provider.manual")}</Badge>
            )}
          </div>
        </div>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft">
          <ProviderRating provider={provider} />
          <span>{t("common.reviews", { count: provider.reviewCount })}</span>
        </p>
        {provider.bioExcerpt !== "" && <p className="line-clamp-2">{provider.bioExcerpt}</p>}
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
