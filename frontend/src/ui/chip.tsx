import { Check } from "lucide-react";
import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from "react";

import { cx } from "@/lib/cx";

type ChipProps = { isOn: boolean; onToggle: () => void; icon: ReactElement; children: ReactNode };

/** A toggle in a row of toggles, which is positioned. If on, a tick replaces its icon, and the row shows it. */
export function Chip({ isOn, onToggle, icon, children }: ChipProps): ReactElement {
  const chip = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const row = chip.current?.parentElement;
    // One that is on may stand beyond the end of its row, as after Back.
    if (isOn && chip.current && row)
      row.scrollLeft = chip.current.offsetLeft - (row.clientWidth - chip.current.offsetWidth) / 2;
  }, [isOn]);
  return (
    <button
      ref={chip}
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={cx(
        "inline-flex min-h-touch shrink-0 items-center gap-1.5 rounded-full border px-3 font-medium whitespace-nowrap transition-colors",
        isOn ? "border-brand bg-brand-soft text-brand-ink" : "border-line-strong bg-surface hover:bg-sunken",
      )}
    >
      {isOn ? <Check aria-hidden className="size-4 shrink-0" /> : icon}
      <span className="contents">{children}</span>
    </button>
  );
}
