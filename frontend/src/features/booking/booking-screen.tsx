import type { ReactElement } from "react";
import { useSearchParams } from "react-router-dom";

import { useProvider } from "@/resources/use-providers";
import { ApiError } from "@/resources/api-error";
import { errorText } from "@/resources/error-text";
import { useConfig } from "@/resources/use-config";
import { useSession } from "@/resources/session";
import { t } from "@/i18n/i18n";
import { addDays, zurichDate } from "@/lib/dates";
import { ButtonLink } from "@/ui/button";
import { NoProvidersArt } from "@/ui/illustrations/empty";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { BookingSteps, type RenderScheduler } from "./booking-steps";
import { serviceFrom } from "./draft";
import { defaultPickup } from "./pickup-times";
import { ProviderCard, providerName } from "./provider-card";
import { useDates, useHeadingFocus, type Dates } from "./use-dates";
import { usePickupSlots } from "./use-pickup-slots";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MINUTE_MS = 60_000;

/** There is nobody to book from: the way out is home. */
function NobodyToBook({ title, body }: { title: string; body: string }): ReactElement {
  const goHome = (
    <ButtonLink to="/" variant="brand">
      {t("booking.goBackHome")}
    </ButtonLink>
  );
  return (
    <div className="mx-auto w-full max-w-task">
      <EmptyState title={title} body={body} action={goHome} picture={<NoProvidersArt />} />
    </div>
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

type BookingProps = { providerId: string; dates: Dates; scheduler: RenderScheduler };

/** The form for one provider, once everything that it needs has arrived. */
function Booking({ providerId, dates, scheduler }: BookingProps): ReactElement {
  const [query] = useSearchParams();
  const now = useNow(MINUTE_MS);
  const today = zurichDate(now);
  const { config, error: configError, retry } = useConfig();
  const { user } = useSession();
  const { provider, error: providerError, isBusy, retry: askAgain } = useProvider(providerId);
  const times = usePickupSlots(providerId, today);

  const error = providerError ?? times.error ?? configError;
  if (error instanceof ApiError && error.status === 404) {
    return <NobodyToBook title={t("booking.unknown.title")} body={t("booking.unknown.body")} />;
  }
  if (error !== undefined) {
    const body = errorText(error, t(providerError === undefined ? "booking.error.times" : "booking.error.load"));
    const tryAgain = (): void => void Promise.all([askAgain(), times.refresh(), configError !== undefined && retry()]);
    return <ErrorState body={body} onRetry={tryAgain} busy={isBusy} />;
  }
  if (provider === undefined || times.slots === undefined || config === undefined) return <FormSkeleton />;
  const isAvailable = defaultPickup([today, addDays(today, 1)], times.slots, now) !== null;
  return (
    <div className="flex flex-col gap-4">
      {dates.tab === null && <ProviderCard provider={provider} isAvailable={isAvailable} />}
      <BookingSteps
        provider={provider}
        prices={config.prices}
        slots={times.slots}
        service={serviceFrom(query)}
        search={`?${query.toString()}`}
        user={user}
        dates={dates}
        scheduler={scheduler}
      />
    </div>
  );
}

/** The booking screen. `scheduler` draws the further dates: the route brings it, as it belongs to other features. */
export function BookingScreen({ scheduler }: { scheduler: RenderScheduler }): ReactElement {
  const [query] = useSearchParams();
  const providerId = query.get("providerId") ?? "";
  const isKnown = UUID.test(providerId);
  const dates = useDates();
  const isChoosing = isKnown && dates.tab !== null;
  const { provider } = useProvider(isKnown ? providerId : null);
  useHeadingFocus(isChoosing);
  const content = isKnown ? (
    <Booking key={query.toString()} providerId={providerId} dates={dates} scheduler={scheduler} />
  ) : providerId === "" ? (
    <NobodyToBook title={t("booking.noProvider.title")} body={t("booking.noProvider.body")} />
  ) : (
    <NobodyToBook title={t("booking.unknown.title")} body={t("booking.unknown.body")} />
  );
  const form = { title: t("booking.title"), lead: providerId === "" ? undefined : t("booking.lead"), backTo: "/" };
  const choice = {
    title: t("booking.dates.title"),
    lead: provider === undefined ? undefined : t("booking.dates.lead", { name: providerName(provider) }),
    backTo: `/booking?${query.toString()}`,
    backLabel: t("booking.dates.back"),
    onBack: dates.close,
  };
  return (
    <Page {...(isChoosing ? choice : form)} width={providerId === "" ? "task" : "page"}>
      {content}
    </Page>
  );
}
