import { CalendarDays, Clock, Zap } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Badge } from "@/ui/badge";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Page } from "@/ui/page";

const TYPES = [
  { name: "same", Icon: Zap },
  { name: "next", Icon: Clock },
  { name: "scheduled", Icon: CalendarDays },
] as const;

/** How soon laundry comes back, by when it is picked up. */
export function ScheduleTestPage(): ReactElement {
  return (
    <Page title={t("labs.scheduleTest.title")} lead={t("labs.scheduleTest.lead")} backTo="/">
      <SectionCard title={t("labs.timeline.title")}>
        <ul className="divide-y">
          {TYPES.map(({ name, Icon }) => (
            <li key={name} className="flex items-center gap-3 py-3">
              <Icon aria-hidden className="size-5 shrink-0 text-brand-ink" />
              <div className="grow">
                <p className="font-semibold">{t(`labs.timeline.${name}.title`)}</p>
                <p className="text-ink-soft">{t(`labs.timeline.${name}.body`)}</p>
              </div>
              <Badge tone="brand">{t(`labs.timeline.${name}.tag`)}</Badge>
            </li>
          ))}
        </ul>
      </SectionCard>
      <ButtonLink variant="brand" to="/" className="mt-4">
        {t("labs.timeline.book")}
      </ButtonLink>
    </Page>
  );
}
