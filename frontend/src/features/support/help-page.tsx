import { CalendarCheck, FileDown, MapPinned, Star, Store } from "lucide-react";
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
const GUIDES = [
  "stages",
  "prepare",
  "limits",
  "cancel",
  "problem",
  "hours",
  "applying",
  "day",
  "handover",
  "payouts",
] as const;
/** The same texts as PDF files, by the server's file names. */
const DOCUMENTS = [
  { name: "start", file: "getting-started" },
  { name: "laundry", file: "laundry-guide" },
  { name: "provider", file: "provider-handbook" },
] as const;

/** Tutorials and reference texts. */
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
                  <span
                    aria-hidden
                    className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-brand-soft text-caption font-semibold text-brand-ink"
                  >
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
      <h2 className="mt-6 mb-3 text-lead font-semibold">{t("support.help.pdf.title")}</h2>
      <ul className="card divide-y">
        {DOCUMENTS.map(({ name, file }) => (
          <li key={name}>
            <a href={`/guides/${file}.pdf`} download className="flex min-h-14 items-center gap-3 px-4 py-3">
              <FileDown aria-hidden className="size-5 shrink-0 text-brand-ink" />
              <span className="flex grow flex-col">
                <span className="font-semibold">{t(`support.help.pdf.${name}.title`)}</span>
                <span className="text-ink-soft">{t(`support.help.pdf.${name}.body`)}</span>
              </span>
              <span className="text-caption text-ink-soft">{t("support.help.pdf.kind")}</span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
