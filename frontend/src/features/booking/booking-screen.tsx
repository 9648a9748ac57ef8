import type { ReactElement, ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";

import { bookingLink, homeLink, prefillFrom } from "@/api/orders/booking-link";
import { useAddresses } from "@/api/addresses/use-addresses";
import { providerName } from "@/api/providers/provider-name";
import { serviceFrom } from "@/api/prices/services";
import { useLocality } from "@/api/localities/use-locality";
import { useProvider } from "@/api/providers/use-providers";
import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { useConfig } from "@/api/site/use-config";
import { useSession } from "@/api/session/session";
import type { ProviderDetails } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichDate } from "@/lib/dates";
import { ButtonLink } from "@/ui/button";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { BookingSteps, type SchedulerProps, type SignInProps } from "./booking-steps";
import { ChosenProviderCard } from "./chosen-provider-card";
import { defaultPickup } from "./pickup-times";
import { useDates, useHeadingFocus, type Dates } from "./use-dates";
import { usePickupSlots } from "./use-pickup-slots";
import { usePrefill, useRepeated } from "./use-prefill";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MINUTE_MS = 60_000;

/** The provider cannot be booked: shows others, and a link home. */
function NotBookable({ providerPicker }: { providerPicker: ReactNode }): ReactElement {
  const [query] = useSearchParams();
  return (
    <div className="flex flex-col gap-4">
      <div className="card flex flex-col gap-3 p-4 md:flex-row md:items-center">
        <div className="grow">
          <p className="font-semibold">{t("booking.unknown.title")}</p>
          <p className="text-ink-soft">{t("booking.unknown.body")}</p>
        </div>
        <ButtonLink to={homeLink(prefillFrom(query))} className="shrink-0">
          {t("booking.goBackHome")}
        </ButtonLink>
      </div>
      {providerPicker}
    </div>
  );
}

/** No provider is chosen yet: said in small letters, because the neighbors to choose from stand right below. */
function ChooseFirst(): ReactElement {
  const [query] = useSearchParams();
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-caption">
      <span>{t("booking.noProvider.title")}</span>
      <span>{t("booking.noProvider.body")}</span>
      <Link
        to={homeLink(prefillFrom(query))}
        className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
      >
        {t("booking.goBackHome")}
      </Link>
    </span>
  );
}

function FormSkeleton(): ReactElement {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-26 rounded-card" />
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_18rem] md:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </div>
        <Skeleton className="h-48 rounded-card" />
      </div>
    </Loading>
  );
}

type Parts = {
  scheduler: (scheduler: SchedulerProps) => ReactNode;
  signIn: (signIn: SignInProps) => ReactNode;
  providerPicker: ReactNode;
};
type BookingProps = Parts & { providerId: string; dates: Dates };

/** The form for one provider, once its data is loaded. */
function Booking({ providerId, dates, scheduler, signIn, providerPicker }: BookingProps): ReactElement {
  const [query] = useSearchParams();
  const now = useNow(MINUTE_MS);
  const today = zurichDate(now);
  const { config, error: configError, retry } = useConfig();
  const { user } = useSession();
  const { provider, error: providerError, isBusy, retry: askAgain } = useProvider(providerId);
  const times = usePickupSlots(providerId, today);
  const locality = useLocality();
  const { addresses, error: addressesError } = useAddresses(user !== null);
  // Saved addresses are optional.
  const saved = user === null || addressesError !== undefined ? [] : addresses;
  const prefill = usePrefill(query, user, config?.prices);
  const repeated = useRepeated(query, user);

  const error = providerError ?? times.error ?? configError ?? repeated.error;
  // A provider cached by an older version says nothing of it.
  const { takesBookings = true }: Partial<ProviderDetails> = provider ?? {};
  if (!takesBookings || (error instanceof ApiError && error.status === 404)) {
    return <NotBookable providerPicker={providerPicker} />;
  }
  if (error !== undefined) {
    const body = errorText(
      error,
      providerError !== undefined
        ? t("booking.error.load")
        : times.error !== undefined
          ? t("booking.error.times")
          : undefined,
    );
    const tryAgain = (): void =>
      void Promise.all([
        askAgain(),
        times.refresh(),
        configError !== undefined && retry(),
        repeated.error !== undefined && repeated.retry(),
      ]);
    return (
      <NeedsConnection says={t("booking.offline")} onBack={tryAgain}>
        <ErrorState body={body} onRetry={tryAgain} busy={isBusy} />
      </NeedsConnection>
    );
  }
  if (
    provider === undefined ||
    times.slots === undefined ||
    config === undefined ||
    saved === undefined ||
    prefill === undefined
  )
    return <FormSkeleton />;
  const isAvailable = defaultPickup([today], times.slots, now) !== null;
  return (
    <div className="flex flex-col gap-4">
      {dates.tab === null && <ChosenProviderCard provider={provider} isAvailable={isAvailable} now={now} />}
      <BookingSteps
        provider={provider}
        prices={config.prices}
        slots={times.slots}
        slotsUntil={times.until}
        service={serviceFrom(query)}
        prefill={prefill}
        search={`?${query.toString()}`}
        user={user}
        locality={locality}
        saved={saved}
        answerMinutes={provider.acceptsInstantly ? 0 : config.answerWithinMinutes}
        dates={dates}
        scheduler={scheduler}
        signIn={signIn}
      />
    </div>
  );
}

/**
 * The booking screen. Routes pass in parts of other features: `scheduler` (further dates), `signIn` (asks for an
 * account), `providerPicker` (if no provider is chosen).
 */
export function BookingScreen({ scheduler, signIn, providerPicker }: Parts): ReactElement {
  const [query] = useSearchParams();
  const providerId = query.get("providerId") ?? "";
  const isKnown = UUID.test(providerId);
  const dates = useDates();
  const isChoosing = isKnown && dates.tab !== null;
  const { provider } = useProvider(isKnown ? providerId : null);
  useHeadingFocus(isChoosing);
  const content = isKnown ? (
    <Booking
      key={bookingLink(providerId, prefillFrom(query))}
      providerId={providerId}
      dates={dates}
      scheduler={scheduler}
      signIn={signIn}
      providerPicker={providerPicker}
    />
  ) : providerId === "" ? (
    providerPicker
  ) : (
    <NotBookable providerPicker={providerPicker} />
  );
  const form = {
    title: t("booking.title"),
    lead: providerId === "" ? <ChooseFirst /> : t("booking.lead"),
    backTo: "/",
  };
  const choice = {
    title: t("booking.dates.title"),
    lead: provider === undefined ? undefined : t("booking.dates.lead", { name: providerName(provider) }),
    backTo: `/booking?${query.toString()}`,
    backLabel: t("booking.dates.back"),
    onBack: dates.close,
  };
  return (
    <Page {...(isChoosing ? choice : form)} width="page">
      {content}
    </Page>
  );
}
