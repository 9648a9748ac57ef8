import { CalendarCheck, FileDown, MapPinned, Star, Store } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { Page } from "@/ui/page";
import { useAddressWords } from "@/ui/use-address-words";

import { Questions, questionsWith } from "./faq";
import { matches } from "./matches";
import { SearchField } from "./search-field";
import { WRITE_TO_US } from "./write-to-us";

const TUTORIALS = [
  { name: "book", Icon: CalendarCheck },
  { name: "track", Icon: MapPinned },
  { name: "rate", Icon: Star },
  { name: "offer", Icon: Store },
] as const;
type Tutorial = (typeof TUTORIALS)[number];
export type TutorialName = Tutorial["name"];
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

function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className="mt-6">
      <h2 className="mb-3 text-lead font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** The steps of a tutorial beside the part of the app that they are about, drawn small. */
function TutorialCard({ tutorial: { name, Icon }, picture }: { tutorial: Tutorial; picture: ReactNode }): ReactElement {
  return (
    <Card className="flex min-w-0 flex-col">
      <h3 className="mb-3 flex items-center gap-2 font-semibold">
        <Icon aria-hidden className="size-5 text-brand-ink" />
        {t(`support.help.tutorial.${name}.title`)}
      </h3>
      <ol className="flex grow flex-col gap-2">
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
      {/* Its height is fixed, because the picture comes later, and has room for the tallest; everything in it is out of reach. */}
      <div
        role="img"
        aria-label={t(`support.help.picture.${name}`)}
        className="mt-4 flex h-96 overflow-hidden max-[24rem]:h-112 rounded-md border bg-page"
      >
        <div inert className="my-auto w-full min-w-0 p-4 [zoom:0.8]">
          {picture}
        </div>
      </div>
    </Card>
  );
}

function Documents({ shown }: { shown: readonly (typeof DOCUMENTS)[number][] }): ReactElement {
  return (
    <ul className="card divide-y">
      {shown.map(({ name, file }) => (
        <li key={name}>
          <a href={`/guides/${file}.pdf`} download className="flex min-h-14 items-center gap-3 px-4 py-3">
            <FileDown aria-hidden className="size-5 shrink-0 text-brand-ink" />
            <span className="flex grow flex-col">
              <span className="font-semibold">{t(`support.help.pdf.${name}.title`)}</span>
              <span className="text-ink-soft">{t(`support.help.pdf.${name}.body`)}</span>
            </span>
            <span className="shrink-0 text-caption text-ink-soft">{t("support.help.pdf.kind")}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Tutorials with pictures and reference texts; the search covers them and the FAQ. */
export function HelpScreen({ picture }: { picture: (name: TutorialName) => ReactNode }): ReactElement {
  const search = useAddressWords("q");
  const { words } = search;
  const tutorials = TUTORIALS.filter(({ name }) => {
    const steps = STEPS.map((step) => t(`support.help.tutorial.${name}.${step}`));
    return matches(words, t(`support.help.tutorial.${name}.title`), ...steps);
  });
  const guides = GUIDES.filter((name) =>
    matches(words, t(`support.help.guides.${name}.title`), t(`support.help.guides.${name}.body`)),
  );
  const documents = DOCUMENTS.filter(({ name }) =>
    matches(words, t(`support.help.pdf.${name}.title`), t(`support.help.pdf.${name}.body`)),
  );
  // They have a page of their own, and are here for the search alone.
  const questions = words.trim() === "" ? [] : questionsWith(words);
  const isEmpty = [tutorials, guides, documents, questions].every((found) => found.length === 0);
  const empty = isEmpty ? t("support.help.empty", { query: words.trim() }) : "";
  return (
    <Page title={t("support.help.title")} lead={t("support.help.lead")} backTo="/support" width="page">
      <SearchField label={t("support.help.search")} search={search} empty={empty} />
      {isEmpty && (
        <ButtonLink to={`/support#${WRITE_TO_US}`} className="mt-4">
          {t("support.chat.write")}
        </ButtonLink>
      )}
      {tutorials.length > 0 && (
        <Section title={t("support.help.tutorials.title")}>
          <div className="grid gap-4 md:grid-cols-2">
            {tutorials.map((tutorial) => (
              <TutorialCard key={tutorial.name} tutorial={tutorial} picture={picture(tutorial.name)} />
            ))}
          </div>
        </Section>
      )}
      {guides.length > 0 && (
        <Section title={t("support.help.guides.title")}>
          <div className="card grid divide-y md:grid-cols-2 md:divide-y-0">
            {guides.map((name) => (
              <div key={name} className="p-4">
                <h3 className="font-semibold">{t(`support.help.guides.${name}.title`)}</h3>
                <p className="text-ink-soft">{t(`support.help.guides.${name}.body`)}</p>
              </div>
            ))}
          </div>
        </Section>
      )}
      {questions.length > 0 && (
        <Section title={t("support.faq.title")}>
          <Questions shown={questions} />
        </Section>
      )}
      {documents.length > 0 && (
        <Section title={t("support.help.pdf.title")}>
          <Documents shown={documents} />
        </Section>
      )}
    </Page>
  );
}
