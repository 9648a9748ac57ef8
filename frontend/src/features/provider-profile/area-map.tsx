import type { ReactElement } from "react";

import type { ProviderDetails } from "@/api/types";
import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";

import { onMap, outline, VIEW_BOX } from "./switzerland";

type Area = ProviderDetails["areas"][number];

/** Merges areas that nearly overlap into one dot. */
function dotsOf(areas: readonly Area[]): { x: number; y: number }[] {
  const points = areas.map(({ latitude, longitude }) => onMap(latitude, longitude)).filter((point) => point !== null);
  return [...new Map(points.map((point) => [`${point.x} ${point.y}`, point])).values()];
}

/** Dots on the country's outline; decorative, as the text beside it says the same. */
export function CountryMap({ areas }: { areas: readonly Area[] }): ReactElement {
  return (
    <svg aria-hidden viewBox={VIEW_BOX} className="mx-auto mb-3 h-auto w-full max-w-80">
      <path d={outline()} strokeLinejoin="round" className="fill-brand-soft stroke-line-strong" />
      {dotsOf(areas).map(({ x, y }) => (
        <g key={`${x} ${y}`} className="fill-brand">
          <circle cx={x} cy={y} r={14} className="opacity-20" />
          <circle cx={x} cy={y} r={6} className="stroke-surface" strokeWidth={2} />
        </g>
      ))}
    </svg>
  );
}

/** A provider's service area: dots on a map, and text. */
export function AreaMap({ areas }: { areas: readonly Area[] }): ReactElement | null {
  if (areas.length === 0) return null;
  return (
    <SectionCard title={t("providerPage.areas.title")}>
      <CountryMap areas={areas} />
      <ul aria-label={t("providerPage.areas.title")} className="flex flex-wrap gap-1.5">
        {areas.map(({ postalCode, city }) => (
          <li key={postalCode} className="rounded-full bg-sunken px-2.5 py-0.5 text-caption text-ink-soft tabular-nums">
            {`${postalCode} ${city}`.trim()}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
