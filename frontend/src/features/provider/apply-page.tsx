import { BadgeCheck } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Page } from "@/ui/page";

const STEPS = ["1", "2", "3", "4"] as const;
const REQUIREMENTS = ["identity", "registration", "insurance", "background", "references"] as const;
const TIMELINE = ["submit", "review", "approval"] as const;

/** What it takes to offer laundry services, and how long it takes. */
export function ApplyPage(): ReactElement {
  return (
    <Page title={t("provider.apply.title")} lead={t("provider.apply.lead")} backTo="/profile">
      <div className="flex flex-col gap-4">
        <SectionCard title={t("provider.apply.steps.title")}>
          <ol className="flex flex-col gap-2.5">
            {STEPS.map((step) => (
              <li key={step} className="flex items-center gap-3">
                <span aria-hidden className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand-ink">
                  {step}
                </span>
                {t(`provider.apply.step.${step}`)}
              </li>
            ))}
          </ol>
        </SectionCard>
        <SectionCard title={t("provider.apply.requirements.title")}>
          <ul className="flex flex-col gap-2.5">
            {REQUIREMENTS.map((name) => (
              <li key={name} className="flex gap-3">
                <BadgeCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
                {t(`provider.apply.requirements.${name}`)}
              </li>
            ))}
          </ul>
        </SectionCard>
        <SectionCard title={t("provider.apply.timeline.title")}>
          <ol className="divide-y">
            {TIMELINE.map((name) => (
              <li key={name} className="flex gap-4 py-2.5">
                <span className="w-20 shrink-0 font-semibold tabular-nums">{t(`provider.apply.timeline.${name}.day`)}</span>
                <span className="text-ink-soft">{t(`provider.apply.timeline.${name}.body`)}</span>
              </li>
            ))}
          </ol>
        </SectionCard>
        <SectionCard title={t("provider.apply.contact.title")}>
          <p className="mb-3 text-ink-soft">{t("provider.apply.contact.body")}</p>
          <ButtonLink to="/support" variant="brand">
            {t("provider.apply.contact.action")}
          </ButtonLink>
        </SectionCard>
      </div>
    </Page>
  );
}
