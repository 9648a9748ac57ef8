import { BadgeCheck } from "lucide-react";
import { useState, type ReactElement } from "react";
import { Link, useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom";

import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { useLocality } from "@/api/localities/use-locality";
import { bookingLink, prefillFrom, type BookingPrefill } from "@/api/orders/booking-link";
import { providerName } from "@/api/providers/provider-name";
import { useProvider } from "@/api/providers/use-providers";
import { useConfig } from "@/api/site/use-config";
import type { ProviderDetails } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDay, formatDayTime, zurichTime } from "@/lib/dates";
import { Button, ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ErrorScreen } from "@/ui/error-screen";
import { NoProvidersArt } from "@/ui/illustrations/empty";
import { Dialog } from "@/ui/overlay/dialog";
import { Page, StickyAction } from "@/ui/page";
import { usePageNames } from "@/ui/page-names";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { AreaMap } from "./area-map";
import { ProfileCard } from "./profile-card";
import { Reviews } from "./reviews";
import { ServicePrices } from "./service-prices";

type VerifiedProps = {
  /** A provider cached by an older version has none. */ checks: ProviderDetails["checks"] | undefined;
  open: boolean;
  onClose: () => void;
};

/** Explains "Verified": the checks of the terms (specification point 2) that operators have made. */
function VerifiedDialog({ checks = [], open, onClose }: VerifiedProps): ReactElement {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("providerPage.verified.title")}
      description={t("providerPage.verified.body")}
      actions={<Button onClick={onClose}>{t("common.close")}</Button>}
    >
      {checks.length > 0 && (
        <div>
          <p className="mb-2">{t("providerPage.verified.passed")}</p>
          <ul className="flex flex-col gap-2">
            {checks.map((check) => (
              <li key={check} className="flex gap-2">
                <BadgeCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
                {t(`providerPage.verified.${check}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

/** The next bookable pickups as links. */
function FreeTimes({
  provider,
  prefill,
  now,
}: {
  provider: ProviderDetails;
  prefill: BookingPrefill;
  now: number;
}): ReactElement {
  const { id, nextFreeTimes } = provider;
  const free = nextFreeTimes.filter((at) => Date.parse(at) > now);
  return (
    <SectionCard title={t("providerPage.times.title")}>
      {free.length === 0 ? (
        <p className="text-ink-soft">{t("providerPage.times.none")}</p>
      ) : (
        <ul className="grid grid-cols-3 gap-2">
          {free.map((at) => (
            <li key={at}>
              <Link
                to={bookingLink(id, { ...prefill, at })}
                className="flex min-h-14 flex-col items-center justify-center rounded-md border border-line-strong px-1 py-1.5 text-center transition-colors hover:bg-sunken"
              >
                <span className="text-caption text-ink-soft">{formatDay(at, now)}</span>{" "}
                <span className="font-semibold tabular-nums">{zurichTime(at)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

// A UUID as the API accepts it; anything else in the URL is not found.
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MINUTE_MS = 60_000;
// One column on phones, with a sticky button; two on desktops.
const COLUMNS =
  "flex flex-col gap-4 md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:grid-rows-[auto_1fr] md:items-start md:gap-x-6 lg:grid-cols-[minmax(0,1fr)_22rem]";
const ASIDE = "contents md:col-start-2 md:row-span-2 md:row-start-1 md:flex md:flex-col md:gap-4";

function ProfileSkeleton(): ReactElement {
  return (
    <Loading label={t("providerPage.loading")} className={COLUMNS}>
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </Loading>
  );
}

/** The book button, with the next free time. */
function Book({
  provider,
  prefill,
  now,
}: {
  provider: ProviderDetails;
  prefill: BookingPrefill;
  now: number;
}): ReactElement {
  const { id, nextFreeAt } = provider;
  const isAhead = nextFreeAt !== null && Date.parse(nextFreeAt) > now;
  return (
    <div className="contents max-md:*:order-last md:order-first md:block">
      <StickyAction>
        <div className="flex items-center justify-between gap-4 md:flex-col md:items-stretch">
          <p className="flex flex-col text-caption text-ink-soft md:text-body">
            {isAhead && (
              <>
                <span>{t("providerPage.nextFree")}</span>{" "}
                <span className="font-semibold text-ink tabular-nums">{formatDayTime(nextFreeAt, now)}</span>
              </>
            )}
          </p>
          <ButtonLink to={bookingLink(id, prefill)} variant="primary" className="min-w-32">
            {t("providerPage.book")}
          </ButtonLink>
        </div>
      </StickyAction>
    </div>
  );
}

/** In place of free times, while the provider is paused. */
function Paused({ provider }: { provider: ProviderDetails }): ReactElement {
  return (
    <SectionCard title={t("providerPage.times.title")}>
      <p className="mb-3 text-ink-soft">{t("providerPage.paused", { name: providerName(provider) })}</p>
      <ButtonLink to="/">{t("providerPage.unknown.action")}</ButtonLink>
    </SectionCard>
  );
}

/** Whether it can be booked. A provider cached by an older version says nothing of it. */
const isOpen = ({ takesBookings = true }: Partial<ProviderDetails>): boolean => takesBookings;

function Profile({ provider }: { provider: ProviderDetails }): ReactElement {
  const now = useNow(MINUTE_MS);
  const { config } = useConfig();
  const [query] = useSearchParams();
  const prefill = prefillFrom(query);
  const [isExplained, setIsExplained] = useState(false);
  const takesBookings = isOpen(provider);
  return (
    <div className={COLUMNS}>
      <ProfileCard
        provider={provider}
        answerWithinMinutes={config?.answerWithinMinutes}
        onVerified={() => setIsExplained(true)}
      />
      <div className={ASIDE}>
        {takesBookings ? <FreeTimes provider={provider} prefill={prefill} now={now} /> : <Paused provider={provider} />}
        <ServicePrices prices={config?.prices} />
        <AreaMap areas={provider.areas} />
        {takesBookings && <Book provider={provider} prefill={prefill} now={now} />}
      </div>
      <Reviews provider={provider} now={now} />
      <VerifiedDialog checks={provider.checks} open={isExplained} onClose={() => setIsExplained(false)} />
    </div>
  );
}

function Content({ providerId }: { providerId: string }): ReactElement {
  const { postalCode } = useLocality();
  const { provider, error, isBusy, retry } = useProvider(providerId, postalCode);
  if (provider !== undefined) return <Profile provider={provider} />;
  if (error instanceof ApiError && error.status === 404) return <Nobody />;
  if (error === undefined) return <ProfileSkeleton />;
  return <ErrorState body={errorText(error, t("providerPage.error"))} busy={isBusy} onRetry={() => void retry()} />;
}

function Nobody(): ReactElement {
  return (
    <ErrorScreen
      title={t("providerPage.unknown.title")}
      body={t("providerPage.unknown.body")}
      action={t("providerPage.unknown.action")}
      to="/"
      picture={<NoProvidersArt />}
    />
  );
}

/** Goes back in the history; undefined (home) if this is the first page. */
function useBack(): (() => void) | undefined {
  const { key } = useLocation();
  const navigate = useNavigate();
  return key === "default" ? undefined : () => void navigate(-1);
}

/** A provider's public page. */
export function ProviderPage(): ReactElement {
  const { providerId = "" } = useParams();
  const isKnown = ID.test(providerId);
  const { postalCode } = useLocality();
  const { provider } = useProvider(isKnown ? providerId : null, postalCode);
  const onBack = useBack();
  const city = provider?.areas.find((area) => area.city !== "")?.city ?? t("providerPage.country");
  usePageNames(provider === undefined ? null : { name: providerName(provider), city });
  return (
    <Page
      title={provider === undefined ? t("providerPage.title") : providerName(provider)}
      backTo="/"
      onBack={onBack}
      width="page"
    >
      {isKnown ? <Content key={providerId} providerId={providerId} /> : <Nobody />}
    </Page>
  );
}
