import { ExternalLink } from "lucide-react";
import { useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { useProviderSettings } from "@/api/providers/use-provider-settings";
import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { AreaSection, type AreaParts } from "./area-section";
import { BookingSection } from "./booking-section";
import { ProfileSection } from "./profile-section";

function SettingsSkeleton(): ReactElement {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-130 rounded-card" />
      <Skeleton className="h-36 rounded-card" />
    </Loading>
  );
}

/** Remount counters of the sections. */
const NEVER = { profile: 0, areas: 0, bookings: 0 };

function Settings(parts: AreaParts): ReactElement {
  const { settings, error, isBusy, retry } = useProviderSettings();
  const [times, setTimes] = useState(NEVER);
  if (settings === undefined) {
    return error === undefined ? (
      <SettingsSkeleton />
    ) : (
      <ErrorState body={errorText(error, t("providerSettings.error"))} busy={isBusy} onRetry={() => void retry()} />
    );
  }
  const reload = (section: keyof typeof NEVER) => () =>
    setTimes((before) => ({ ...before, [section]: before[section] + 1 }));
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
      <ProfileSection key={`profile ${times.profile}`} settings={settings} onTakeSaved={reload("profile")} />
      <div className="flex flex-col gap-4">
        <AreaSection key={`areas ${times.areas}`} settings={settings} onTakeSaved={reload("areas")} {...parts} />
        <BookingSection key={`bookings ${times.bookings}`} settings={settings} onTakeSaved={reload("bookings")} />
      </div>
      <ButtonLink to={`/providers/${settings.providerId}`} className="md:col-span-2 md:justify-self-start">
        <ExternalLink aria-hidden className="size-5" />
        {t("providerSettings.public")}
      </ButtonLink>
    </div>
  );
}

/** A provider's settings: profile, service area and bookings. */
export function ProviderSettingsScreen(parts: AreaParts): ReactElement {
  return (
    <Page title={t("providerSettings.title")} backTo="/provider" width="page" lead={t("providerSettings.lead")}>
      <Settings {...parts} />
    </Page>
  );
}
