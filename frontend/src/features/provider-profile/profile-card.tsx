import { Clock, MapPin, ShieldCheck, Zap } from "lucide-react";
import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { providerName } from "@/api/providers/provider-name";
import { answerHours } from "@/api/providers/answer-hours";
import type { ProviderDetails } from "@/api/types";
import { useFavourites } from "@/api/favourites/use-favourites";
import { distanceText } from "@/i18n/distance-text";
import { t } from "@/i18n/i18n";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { Card } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { FavouriteButton } from "@/ui/favourite-button";
import { ProviderRating } from "@/ui/provider-rating";

const ICON = "mt-0.5 size-5 shrink-0 text-ink-soft";
const HOUR = 60;

/** How orders are accepted: at once, or manually within a time limit, and how quickly usually. */
function answerText(
  { acceptsInstantly, answerMinutes, user }: ProviderDetails,
  answerWithinMinutes: number | undefined,
): string {
  if (acceptsInstantly) return t("providerPage.answer.instantly");
  if (answerWithinMinutes === undefined) return "";
  const hours = answerHours(answerWithinMinutes);
  if (answerMinutes === null) return t("common.manual", { name: user.firstName, hours });
  const usually =
    answerMinutes < HOUR
      ? t("providerPage.answer.minutes", { count: answerMinutes })
      : t("providerPage.answer.hours", { count: Math.ceil(answerMinutes / HOUR) });
  return `${usually} ${t("providerPage.answer.orBack", { hours })}`;
}

function Badges({ provider, onVerified }: { provider: ProviderDetails; onVerified: () => void }): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-x-1.5">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onVerified}
        className="inline-flex min-h-touch items-center gap-1 font-medium text-brand-ink underline underline-offset-4"
      >
        <ShieldCheck aria-hidden className="size-5" />
        {t("providerPage.verified")}
      </button>
      <ul aria-label={t("providerPage.specialties")} className="flex flex-wrap gap-1.5">
        {provider.specialties.map((specialty) => (
          <li key={specialty} className="flex">
            <Badge>{specialty}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The favourite button, with the error of a failed change. */
function Favourite({ provider }: { provider: ProviderDetails }): ReactElement {
  const { ids, toggle, failureOf } = useFavourites();
  const failure = failureOf(provider.id);
  return (
    <>
      <FavouriteButton
        hasText
        name={providerName(provider)}
        isOn={ids.has(provider.id)}
        onToggle={() => toggle(provider.id)}
        className="self-start"
      />
      {failure !== undefined && <FailureNotice title={t("common.favourite.failed")} text={errorText(failure)} />}
    </>
  );
}

type ProfileCardProps = {
  provider: ProviderDetails;
  /** Time to accept manually; undefined while loading. */ answerWithinMinutes: number | undefined;
  onVerified: () => void;
};

/** A provider's photo, description, and how orders are accepted. */
export function ProfileCard({ provider, answerWithinMinutes, onVerified }: ProfileCardProps): ReactElement {
  const { user, reviewCount, bio } = provider;
  const AcceptanceIcon = provider.acceptsInstantly ? Zap : Clock;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <Avatar
          id={provider.id}
          firstName={user.firstName}
          lastName={user.lastName}
          imageUrl={user.profileImageUrl}
          size="xl"
        />
        <div className="min-w-0">
          {provider.businessName !== "" && (
            <p className="text-lead font-semibold wrap-break-word">{provider.businessName}</p>
          )}
          <p className="flex flex-wrap items-center gap-x-2 text-ink-soft">
            <ProviderRating provider={provider} />
            <span>{t("common.reviews", { count: reviewCount })}</span>
          </p>
        </div>
      </div>
      <Badges provider={provider} onVerified={onVerified} />
      <Favourite provider={provider} />
      {bio !== "" && <p className="whitespace-pre-line wrap-break-word">{bio}</p>}
      <ul className="flex flex-col gap-1.5 text-ink-soft">
        <li className="flex gap-2">
          <AcceptanceIcon aria-hidden className={ICON} />
          {answerText(provider, answerWithinMinutes)}
        </li>
        <li className="flex gap-2">
          <MapPin aria-hidden className={ICON} />
          <span className="inline-block first-letter:uppercase">{distanceText(provider.distanceKm)}</span>
        </li>
      </ul>
    </Card>
  );
}
