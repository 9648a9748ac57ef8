import type { ReactElement } from "react";

import { providerName } from "@/resources/provider-name";
import { useProvidersNear } from "@/resources/use-providers";
import { errorText } from "@/resources/error-text";
import type { Provider } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { distanceText } from "@/i18n/distance-text";
import { Avatar } from "@/ui/avatar";
import { RadioCards } from "@/ui/radio-cards";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";


const MOST = 6;

function describe({ rating, reviewCount, distanceKm }: Provider): string {
  const stars = rating === 0 ? [] : [`★ ${rating.toFixed(1)}`];
  return [...stars, t("common.reviews", { count: reviewCount }), distanceText(distanceKm)].join(" · ");
}

type ProviderChoiceProps = {
  postalCode: string;
  /** Whom not to offer. */
  except?: string;
  value: string;
  onChange: (providerId: string) => void;
};

/** One of the nearest providers. */
export function ProviderChoice({ postalCode, except, value, onChange }: ProviderChoiceProps): ReactElement {
  const { providers, error, isBusy, retry } = useProvidersNear(postalCode);
  if (providers === undefined && error !== undefined) {
    return <ErrorState body={errorText(error, t("recurring.form.provider.error"))} onRetry={() => void retry()} busy={isBusy} />;
  }
  if (providers === undefined) {
    return (
      <Loading className="flex flex-col gap-2">
        <Skeleton className="h-16 rounded-card" />
        <Skeleton className="h-16 rounded-card" />
        <Skeleton className="h-16 rounded-card" />
      </Loading>
    );
  }
  const offered = providers.filter(({ id }) => id !== except).slice(0, MOST);
  if (offered.length === 0) return <p className="text-ink-soft">{t("recurring.form.provider.none")}</p>;
  const cards = offered.map((provider) => ({
    value: provider.id,
    title: providerName(provider),
    description: describe(provider),
    picture: (
      <Avatar
        id={provider.id}
        firstName={provider.user.firstName}
        lastName={provider.user.lastName}
        imageUrl={provider.user.profileImageUrl}
        size="sm"
      />
    ),
  }));
  return <RadioCards legend={t("recurring.form.provider.choose")} hideLegend value={value} onValueChange={onChange} cards={cards} />;
}
