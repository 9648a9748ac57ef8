import type { ReactElement, ReactNode } from "react";

/** One section of a reading page. */
export function TextSection({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className="mb-6">
      <h2 className="mb-1.5 text-lead font-semibold">{title}</h2>
      <div className="flex max-w-prose flex-col gap-2 text-ink-soft">{children}</div>
    </section>
  );
}

/** The points of a section. */
export function TextList({ points }: { points: readonly string[] }): ReactElement {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
