import { MapPin } from "lucide-react";
import { useState, type ReactElement } from "react";

import { sampleOrder } from "@/api/orders/sample-order";
import { t } from "@/i18n/i18n";
import { zurichDate, zurichToUtc } from "@/lib/dates";
import { signInLink } from "@/lib/return-path";
import { now as serverNow } from "@/lib/server-clock";
import { Badge } from "@/ui/badge";
import { ButtonLink } from "@/ui/button";
import { Card, SectionCard } from "@/ui/card";

import { OrderProviderCard } from "./order-provider-card";
import { ProgressTimeline } from "./progress-timeline";
import { StatusCard } from "./status-card";

/** A placeholder for a map. */
function MapPlaceholder(): ReactElement {
  return (
    <svg
      aria-hidden
      viewBox="0 0 320 140"
      className="h-36 w-full rounded-md bg-brand-soft"
      preserveAspectRatio="xMidYMid slice"
    >
      <path d="M-10 110 C60 60 110 150 180 90 S300 70 340 20" className="fill-none stroke-surface" strokeWidth="16" />
      <path
        d="M40 -10 C70 50 60 90 110 150 M210 -10 C200 40 250 80 240 150"
        className="fill-none stroke-surface"
        strokeWidth="8"
      />
      <path
        d="M60 92 C100 90 130 122 180 90 S240 74 262 66"
        className="fill-none stroke-brand"
        strokeWidth="4"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <circle cx="60" cy="92" r="8" className="fill-brand" />
      <path d="M262 70c-9-10-14-16-14-23a14 14 0 0 1 28 0c0 7-5 13-14 23z" className="fill-accent-art" />
      <circle cx="262" cy="47" r="5" className="fill-surface" />
    </svg>
  );
}

function LocationCard(): ReactElement {
  return (
    <SectionCard title={t("tracking.location.title")}>
      <MapPlaceholder />
      <p className="mt-3 flex flex-wrap justify-between gap-2">
        <span className="inline-flex items-center gap-1.5 font-medium">
          <MapPin aria-hidden className="size-5 text-brand-ink" />
          {t("tracking.location.eta")}
        </span>
        <span className="text-ink-soft">
          {t("tracking.completion.title")}: {t("tracking.completion.value")}
        </span>
      </p>
    </SectionCard>
  );
}

/** When the sample takes place (ms): always before the hour at which it says that it is completed. */
function sampleTime(): number {
  const now = serverNow();
  return Math.min(now, Date.parse(zurichToUtc(zurichDate(now), "19:45")));
}

/** The sample on /tracking without an id. */
export function SampleOrder({ isVisitor }: { isVisitor: boolean }): ReactElement {
  const [now] = useState(sampleTime);
  const order = sampleOrder(now);
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <Badge tone="brand">{t("tracking.sample.badge")}</Badge>
          <p className="mt-1 text-ink-soft">{t("tracking.sample.body")}</p>
        </div>
        {isVisitor ? (
          <ButtonLink size="sm" variant="brand" to={signInLink("/tracking")}>
            {t("tracking.sample.signIn")}
          </ButtonLink>
        ) : (
          <ButtonLink size="sm" variant="brand" to="/">
            {t("tracking.sample.book")}
          </ButtonLink>
        )}
      </Card>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-4">
          <StatusCard order={order} now={now} isSample />
          <SectionCard title={t("tracking.progress")}>
            <ProgressTimeline order={order} now={now} />
          </SectionCard>
        </div>
        <div className="flex flex-col gap-4">
          <LocationCard />
          <OrderProviderCard order={order} />
        </div>
      </div>
    </div>
  );
}
