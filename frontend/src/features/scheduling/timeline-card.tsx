import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Badge } from "@/ui/badge";
import { SectionCard } from "@/ui/card";

import { SLOT_TYPE_ICONS, SLOT_TYPES } from "./slot-types";

/** How soon laundry comes back, by when it is picked up (specification point 2). */
export function TimelineCard(): ReactElement {
  return (
    <SectionCard title={t("scheduling.timeline.title")}>
      <ul className="divide-y">
        {SLOT_TYPES.map((type) => {
          const Icon = SLOT_TYPE_ICONS[type];
          return (
            <li key={type} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Icon aria-hidden className="size-5 shrink-0 text-brand-ink" />
              <div className="min-w-0 grow">
                <p className="font-semibold">{t(`scheduling.type.${type}`)}</p>
                <p className="text-ink-soft">{t(`scheduling.timeline.${type}.body`)}</p>
              </div>
              <Badge tone="brand">{t(`scheduling.timeline.${type}.tag`)}</Badge>
            </li>
          );
        })}
      </ul>
    </SectionCard>
  );
}
