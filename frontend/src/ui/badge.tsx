import type { ReactElement, ReactNode } from "react";

import { cx } from "@/lib/cx";

export type BadgeTone = "neutral" | "brand" | "good" | "warn" | "bad";

const TONES: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-ink-soft",
  brand: "bg-brand-soft text-brand-ink",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

/** A short status; wraps if it is too long for a line. Its icon carries the same meaning as its colour. */
export function Badge({
  tone = "neutral",
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <span
      className={cx(
        "inline-flex max-w-full shrink-0 items-center gap-1 rounded-md px-2.5 py-0.5 text-caption font-medium",
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
