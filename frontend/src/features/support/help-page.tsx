import { CalendarCheck, MapPinned, Star, Store } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Card } from "@/ui/card";
import { Page } from "@/ui/page";

const TUTORIALS = [
  { name: "book", Icon: CalendarCheck },
  { name: "track", Icon: MapPinned },
  { name: "rate", Icon: Star },
  { name: "offer", Icon: Store },
] as const;
const STEPS = ["1", "2", "3"] as const;
const GUIDES = ["stages", "prepare", "limits", "hours"] as const;

/** Four tutorials and a few things to look up. */
export function HelpPage(): ReactElement {
  return (
    <Page title={t("support.help.title")} lead={t("support.help.lead")} backTo="/support" width="page">
      <h2 className="mb-3 text-lead font-semibold">{t("support.help.tutorials.title")}</h2>
      <div className="grid gap-4 md:grid-cols-2">
        {TUTORIALS.map(({ name, Icon }) => (
          <Card key={name}>
            <h3 className="mb-3 flex items-center gap-2 font-semibold">
              <Icon aria-hidden className="size-5 text-brand-ink" />
              {t(`support.help.tutorial.${name}.title`)}
            </h3>
            <ol className="flex flex-col gap-2">
              {STEPS.map((step) => (
                <li key={step} className="flex gap-3 text-ink-soft">
                  <span aria-hidden className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-brand-soft text-caption font-semibold text-brand-ink">
                    {step}
                  </span>
                  {t(`support.help.tutorial.${name}.${step}`)}
                </li>
              ))}
            </ol>
          </Card>
        ))}
      </div>
      <h2 className="mt-6 mb-3 text-lead font-semibold">{t("support.help.guides.title")}</h2>
      <div className="card grid divide-y md:grid-cols-2 md:divide-y-0">
        {GUIDES.map((name) => (
          <div key={name} className="p-4">
            <h3 className="font-semibold">{t(`support.help.guides.${name}.title`)}</h3>
            <p className="text-ink-soft">{t(`support.help.guides.${name}.body`)}</p>
          </div>
        ))}
      </div>
    </Page>
  );
}
