import { CircleAlert } from "lucide-react";
import { useId, type ReactElement, type ReactNode } from "react";

import { providerName } from "@/api/providers/provider-name";
import { useProvidersNear } from "@/api/providers/use-providers";
import { useUnavailableProviders } from "@/api/recurring/use-recurring";
import { errorText } from "@/api/http/error-text";
import type { ListedProvider, Provider, UnavailableProvider } from "@/api/types";
import { t } from "@/i18n/i18n";
import { distanceText } from "@/i18n/distance-text";
import { postalCodeOf } from "@/lib/postal-codes";
import { Avatar } from "@/ui/avatar";
import { RadioCards } from "@/ui/radio-cards";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { patternFields, type Plan } from "../plan";

/** Where to look for providers before an address is entered (specification point 9). */
const DEFAULT_POSTAL_CODE = "8001";
/** How many available providers are shown, and how many unavailable ones. */
const MOST = 6;
const MOST_OTHERS = 3;

function describe({ rating, reviewCount, distanceKm }: Provider): string {
  const stars = rating === 0 ? [] : [`★ ${rating.toFixed(1)}`];
  return [...stars, t("common.reviews", { count: reviewCount }), distanceText(distanceKm)].join(" · ");
}

type Choice = { value: string; onChange: (providerId: string) => void };

type ProviderCardsProps = Choice & {
  /** Undefined while loading. */
  providers: readonly ListedProvider[] | undefined;
  error: unknown;
  isBusy: boolean;
  retry: () => Promise<unknown>;
  /** Shown if the list is empty. */
  none: ReactNode;
  /** Why a provider cannot be chosen; undefined if they can. */
  whyNot?: (provider: ListedProvider) => string | undefined;
};

/** Choice of a provider, with loading and error states. */
export function ProviderCards({
  providers,
  error,
  isBusy,
  retry,
  none,
  whyNot,
  value,
  onChange,
}: ProviderCardsProps): ReactElement {
  if (providers === undefined && error !== undefined) {
    return (
      <ErrorState
        body={errorText(error, t("recurring.form.provider.error"))}
        onRetry={() => void retry()}
        busy={isBusy}
      />
    );
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
  if (providers.length === 0) return <>{none}</>;
  const cards = providers.map((provider) => ({
    value: provider.id,
    title: providerName(provider),
    description: describe(provider),
    whyNot: whyNot?.(provider),
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
  return (
    <RadioCards
      legend={t("recurring.form.provider.choose")}
      hideLegend
      value={value}
      onValueChange={onChange}
      cards={cards}
    />
  );
}

type ProviderChoiceProps = Choice & {
  plan: Plan;
  /** Each in one line, as far as it is written. */
  pickupAddress: string;
  deliveryAddress: string;
  /** Said if none is chosen. */
  missing: string | undefined;
};

/**
 * The nearest providers who can do a plan, then the nearest who cannot, with the reason, because users may look for
 * them. The chosen one is always shown.
 */
export function ProviderChoice(props: ProviderChoiceProps): ReactElement {
  const { plan, pickupAddress, deliveryAddress, missing, ...choice } = props;
  const id = useId();
  const pickupPostalCode = postalCodeOf(pickupAddress) ?? DEFAULT_POSTAL_CODE;
  const deliveryPostalCode = postalCodeOf(deliveryAddress) ?? pickupPostalCode;
  const near = useProvidersNear(pickupPostalCode);
  const asked = useUnavailableProviders(patternFields(plan), { pickupPostalCode, deliveryPostalCode });
  const reasons = new Map<string, UnavailableProvider["reason"]>(
    asked.unavailable?.map(({ providerId, reason }) => [providerId, reason]),
  );
  const whyNot = ({ id }: ListedProvider): string | undefined => {
    const reason = reasons.get(id);
    return reason === undefined ? undefined : t(`recurring.form.provider.${reason}`);
  };
  const isKnown = near.providers !== undefined && asked.unavailable !== undefined;
  const listed = near.providers ?? [];
  const isShown =
    (most: number) =>
    ({ id }: ListedProvider, index: number) =>
      index < most || id === choice.value;
  const able = listed.filter(({ id }) => !reasons.has(id)).filter(isShown(MOST));
  const others = listed.filter(({ id }) => reasons.has(id)).filter(isShown(MOST_OTHERS));
  return (
    <div
      role="radiogroup"
      aria-label={t("recurring.form.provider")}
      tabIndex={-1}
      aria-invalid={missing !== undefined || undefined}
      aria-describedby={missing === undefined ? undefined : id}
      // Below the bar at the top of the page.
      className="scroll-mt-32"
    >
      {isKnown && able.length === 0 && others.length > 0 && (
        <p className="mb-3">{t("recurring.form.provider.nobody")}</p>
      )}
      <ProviderCards
        {...choice}
        providers={isKnown ? [...able, ...others] : undefined}
        error={near.error ?? asked.error}
        isBusy={near.isBusy || asked.isBusy}
        retry={() => Promise.all([near.retry(), asked.retry()])}
        none={<p className="text-ink-soft">{t("recurring.form.provider.none")}</p>}
        whyNot={whyNot}
      />
      {missing !== undefined && (
        <p id={id} className="mt-2 flex items-center gap-1.5 text-caption font-medium text-bad">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {missing}
        </p>
      )}
    </div>
  );
}
