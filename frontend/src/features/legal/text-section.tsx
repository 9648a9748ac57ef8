import type { ReactElement, ReactNode } from "react";

import policies from "@/i18n/policies.json";
import { t } from "@/i18n/i18n";
import { formatterFor } from "@/lib/dates";
import { getLocale } from "@/lib/locale";

/** A section of a text page. */
export function TextSection({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className="mb-6">
      <h2 className="mb-1.5 text-lead font-semibold">{title}</h2>
      <div className="flex max-w-prose flex-col gap-2 text-ink-soft">{children}</div>
    </section>
  );
}

/** A bullet list. */
export function TextList({ points }: { points: readonly string[] }): ReactElement {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** When a text was last changed; the server stores the same date with each consent. */
export function LastUpdated({ policy }: { policy: keyof typeof policies }): ReactElement {
  const format = formatterFor(getLocale(), { day: "numeric", month: "long", year: "numeric" });
  const day = format.format(new Date(`${policies[policy]}T12:00:00Z`));
  return (
    <p className="mb-4 text-caption text-ink-soft">
      {t(policy === "terms" ? "legal.updated" : "legal.privacy.updated", { day })}
    </p>
  );
}
