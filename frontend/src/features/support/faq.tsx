import { ChevronDown, Search } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { useAddressWords } from "@/ui/use-address-words";

const QUESTIONS = ["book", "price", "time", "pickup", "cancel", "track", "damage", "safe", "pay", "provider"] as const;

/** The questions whose text or answer contains the words, ignoring case. */
function matching(query: string): (typeof QUESTIONS)[number][] {
  const wanted = query.trim().toLocaleLowerCase();
  return QUESTIONS.filter((name) =>
    `${t(`support.faq.${name}.q`)} ${t(`support.faq.${name}.a`)}`.toLocaleLowerCase().includes(wanted),
  );
}

/** FAQ with a search. */
export function Faq(): ReactElement {
  const { words: query, setWords, applyNow } = useAddressWords("q");
  const shown = matching(query);
  return (
    <section className="mt-6">
      <h2 className="mb-3 text-lead font-semibold">{t("support.faq.title")}</h2>
      <Field label={t("support.faq.search")}>
        {(control) => (
          <div className="relative">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
            />
            <Input
              {...control}
              type="search"
              value={query}
              onChange={(event) => setWords(event.target.value)}
              onBlur={applyNow}
              className="pl-11"
            />
          </div>
        )}
      </Field>
      <div aria-live="polite" className="mt-3">
        {shown.length === 0 && (
          <p className="card p-4 text-ink-soft">{t("support.faq.empty", { query: query.trim() })}</p>
        )}
      </div>
      {shown.length > 0 && (
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
      )}
    </section>
  );
}
