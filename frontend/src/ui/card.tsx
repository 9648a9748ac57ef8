import type { ComponentProps, ReactElement, ReactNode } from "react";

import { cx } from "@/lib/cx";

/** A surface with a hairline border and 16 px corners. */
export function Card({ className, ...rest }: ComponentProps<"div">): ReactElement {
  return <div {...rest} className={cx("card p-4", className)} />;
}

type SectionCardProps = { title: string; action?: ReactNode; children: ReactNode; className?: string };

/** A card that is a section of its page, with a heading of the second level. */
export function SectionCard({ title, action, children, className }: SectionCardProps): ReactElement {
  return (
    <section className={cx("card p-4", className)}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="text-lead font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
