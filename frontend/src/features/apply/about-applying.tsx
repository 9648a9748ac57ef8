import { BadgeCheck } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Page, StickyAction } from "@/ui/page";

import { Timeline } from "./timeline";

const STEPS = ["1", "2", "3", "4"] as const;
const REQUIREMENTS = ["identity", "registration", "insurance", "background", "references"] as const;

/** Requirements and duration of an application. `action` starts one. */
export function AboutApplying({ notice, action }: { notice?: ReactNode; action: ReactNode }): ReactElement {
  return (
    <Page title={t("apply.title")} lead={t("apply.lead")} backTo="/profile">
      <div className="flex flex-col gap-4">
        {notice}
        <SectionCard title={t("apply.steps.title")}>
          <ol className="flex flex-col gap-2.5">
            {STEPS.map((step) => (
              <li key={step} className="flex items-center gap-3">
                <span
                  aria-hidden
                  className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand-ink"
                >
                  {step}
                </span>
                {t(`apply.step.${step}`)}
              </li>
            ))}
          </ol>
        </SectionCard>
        <SectionCard title={t("apply.requirements.title")}>
          <ul className="flex flex-col gap-2.5">
            {REQUIREMENTS.map((name) => (
              <li key={name} className="flex gap-3">
                <BadgeCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
                {t(`apply.requirements.${name}`)}
              </li>
            ))}
          </ul>
        </SectionCard>
        <SectionCard title={t("apply.timeline.title")}>
          <Timeline />
        </SectionCard>
        <SectionCard title={t("apply.contact.title")}>
          <p className="mb-3 text-ink-soft">{t("apply.contact.body")}</p>
          <ButtonLink to="/support">{t("apply.contact.action")}</ButtonLink>
        </SectionCard>
      </div>
      <StickyAction>{action}</StickyAction>
    </Page>
  );
}
