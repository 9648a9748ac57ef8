import { Clock, Navigation } from "lucide-react";
import type { ReactElement } from "react";

import { providerName } from "@/api/providers/provider-name";
import type { Order, SeenPosition } from "@/api/types";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { SectionCard } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";

const VAGUE_M = 1000;
const MINUTE_MS = 60_000;

/** How old a position is: an estimate of minutes is worth as much as it is fresh. */
function ageText(at: string, now: number): string {
  const count = Math.floor((now - Date.parse(at)) / MINUTE_MS);
  return count < 1 ? t("tracking.position.now") : t("tracking.position.ago", { count });
}

const PositionMap = lazyPart(async () => (await import("./position-map")).PositionMap);

/** The map's content in words: minutes away, or when last seen. */
function headline(name: string, { minutesAway, at }: SeenPosition, isCurrent: boolean, now: number): string {
  if (!isCurrent) return t("tracking.position.was", { name, time: dayTimeInSentence(at, now) });
  return minutesAway === null
    ? t("tracking.position.near", { name })
    : t("tracking.position.away", { name, minutes: minutesAway });
}

function details(position: SeenPosition, isCurrent: boolean, locality: string, now: number): string {
  const { at, minutesAway, accuracy } = position;
  const parts = [
    isCurrent && ageText(at, now),
    isCurrent && minutesAway !== null && t("tracking.position.guess", { place: locality }),
    accuracy > VAGUE_M && t("tracking.position.vague", { km: Math.round(accuracy / 1000) }),
  ];
  return parts.filter((part) => part !== false).join(" ");
}

type PositionCardProps = { order: Order; position: SeenPosition; now: number };

/** The provider's position, in words and on a map. */
export function PositionCard({ order, position, now }: PositionCardProps): ReactElement {
  const { config } = useConfig();
  const name = providerName(order.provider);
  const { destination } = position;
  const locality = destination === null ? "" : `${destination.postalCode} ${destination.city}`.trim();
  const isCurrent = Date.parse(position.currentUntil) >= now;
  const Icon = isCurrent ? Navigation : Clock;
  const label =
    locality === "" ? t("tracking.position.mapOf", { name }) : t("tracking.position.map", { name, place: locality });
  const tiles = config?.mapTilesUrl ?? null;
  return (
    <SectionCard title={t("tracking.position.title", { name })}>
      <p role="status" className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden className="size-5 shrink-0 text-brand-ink" />
        {headline(name, position, isCurrent, now)}
      </p>
      <p className="mt-1 text-ink-soft">{details(position, isCurrent, locality, now)}</p>
      {isCurrent && (
        <>
          <div className="my-3 min-h-64">
            <PositionMap
              position={position}
              name={order.provider.user.firstName}
              locality={locality}
              label={label}
              tiles={tiles}
            />
          </div>
          {tiles !== null && <p className="text-caption text-ink-soft">{config?.mapTilesAttribution}</p>}
        </>
      )}
      <p className="text-caption text-ink-soft">{t("tracking.position.private", { name })}</p>
    </SectionCard>
  );
}
