import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { cx } from "@/lib/cx";

type ChipProps = { isOn: boolean; onToggle: () => void; icon: ReactElement; children: ReactNode };

/** A toggle in a row of toggles. If on, a tick replaces its icon. */
export function Chip({ isOn, onToggle, icon, children }: ChipProps): ReactElement {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={cx(
        "inline-flex min-h-touch shrink-0 items-center gap-1.5 rounded-full border px-3 font-medium whitespace-nowrap transition-colors",
        isOn ? "border-brand bg-brand-soft text-brand-ink" : "border-line-strong bg-surface hover:bg-sunken",
      )}
    >
      {isOn ? <Check aria-hidden className="size-4 shrink-0" /> : icon}
      {children}
    </button>
  );
}
