import { useId, type ComponentProps, type ReactElement, type ReactNode } from "react";

import { cx } from "@/lib/cx";

/** A surface with a hairline border and 16 px corners. */
export function Card({ className, ...rest }: ComponentProps<"div">): ReactElement {
  return <div {...rest} className={cx("card p-4", className)} />;
}

type SectionCardProps = {
  title: string;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
  /** If the focused control in here is removed, focus goes to this heading, not to another section. */
  goesOnAtHeading?: boolean;
};

/** A card that is a section of its page, with an h2. */
export function SectionCard({
  title,
  action,
  children,
  className,
  goesOnAtHeading = false,
}: SectionCardProps): ReactElement {
  const id = useId();
  return (
    <section className={cx("card p-4", className)} {...(goesOnAtHeading && { "data-goes-on-at": id })}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="text-lead font-semibold" {...(goesOnAtHeading && { id, tabIndex: -1 })}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
