import { ChevronDown } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { useAddressWords } from "@/ui/use-address-words";

import { matches } from "./matches";
import { SearchField } from "./search-field";

const QUESTIONS = ["book", "price", "time", "pickup", "cancel", "track", "damage", "safe", "pay", "provider"] as const;
type Question = (typeof QUESTIONS)[number];

/** The questions whose text or answer contains the words. */
export function questionsWith(query: string): Question[] {
  return QUESTIONS.filter((name) => matches(query, t(`support.faq.${name}.q`), t(`support.faq.${name}.a`)));
}

/** Questions that open to their answers. */
export function Questions({ shown }: { shown: readonly Question[] }): ReactElement {
  return (
    <div className="card divide-y">
      {shown.map((name) => (
        <details key={name} className="group">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-card px-4 py-3 font-medium">
            {t(`support.faq.${name}.q`)}
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="max-w-prose px-4 pb-4 text-ink-soft">{t(`support.faq.${name}.a`)}</p>
        </details>
      ))}
    </div>
  );
}

/** FAQ with a search. */
export function Faq(): ReactElement {
  const search = useAddressWords("q");
  const shown = questionsWith(search.words);
  const empty = shown.length === 0 ? t("support.faq.empty", { query: search.words.trim() }) : "";
  return (
    <section className="mt-6">
      <h2 className="mb-3 text-lead font-semibold">{t("support.faq.title")}</h2>
      <SearchField label={t("support.faq.search")} search={search} empty={empty} />
      {shown.length > 0 && <Questions shown={shown} />}
    </section>
  );
}
