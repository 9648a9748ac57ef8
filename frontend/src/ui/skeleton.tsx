import type { ReactElement, ReactNode } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

/** A grey placeholder; set width and height by class. */
export function Skeleton({ className }: { className?: string }): ReactElement {
  return (
    <span
      className={cx(
        "block animate-pulse bg-sunken",
        className,
        className?.includes("rounded-") !== true && "rounded-sm",
      )}
    />
  );
}

/** Wraps skeletons and announces once that something is loading. */
export function Loading({
  label = t("common.loading"),
  children,
  className,
}: {
  label?: string;
  children: ReactNode;
  className?: string;
}): ReactElement {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      <div aria-hidden className="contents">
        {children}
      </div>
    </div>
  );
}
