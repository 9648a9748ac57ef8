import type { ReactElement } from "react";

/** Laundry on a line between two houses. */
export function HeroArt({ className }: { className?: string }): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 360 150" className={`art ${className ?? ""}`}>
      <path d="M0 132c50-14 110-18 180-18s130 4 180 18v18H0z" className="fill-brand-soft" />
      <path d="M14 128V58l34-30 34 30v66zM282 122V50l30-26 32 26v78z" className="fill-surface stroke-brand" />
      <path d="M6 64 48 27l42 37M274 57l38-33 40 33" className="stroke-brand" />
      <path d="M38 126V98a10 10 0 0 1 20 0v27" className="fill-accent-soft stroke-brand" />
      <path d="M40 56h16v16H40zM296 56h14v16h-14zM320 56h14v16h-14z" className="fill-brand-soft stroke-brand" />
      <path d="M304 124V96h20v30" className="fill-brand stroke-brand" />
      <path d="M84 46c60 24 140 24 196 0" className="stroke-line-strong" />
      <path d="m122 58 13 4c3 5 11 5 14 1l13 1 9 16-10 5-4-5-2 28-32-1 1-29-5 5-9-7z" className="fill-accent-art" />
      <path d="M178 64h30l1 44c-10 5-21 4-32 1z" className="fill-brand" />
      <path d="M177.5 94c10 4 21 4 31.5 0" className="stroke-brand-soft" />
      <path
        d="M224 62l14-2 2 22c1 5 4 6 8 7 6 2 5 10-1 10l-9-1c-8-1-12-5-12-12z"
        className="fill-surface stroke-brand"
      />
      <path d="M128 55v8M158 60v8M183 60v8M203 60v8M231 56v8" className="stroke-ink-soft" />
    </svg>
  );
}
