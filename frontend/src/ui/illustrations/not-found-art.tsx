import type { ReactElement } from "react";

/** A line with one sock of a pair. */
export function NotFoundArt(): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 240 150" className="h-auto w-60">
      <path d="M4 22q116 26 232 0" className="fill-none stroke-line-strong" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M70 36h30v48c0 6 4 9 10 12l14 7c9 5 8 21-6 21H92c-14 0-22-8-22-20z"
        className="fill-brand-soft stroke-brand"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path d="M70 52h30M70 62h30" className="stroke-brand" strokeWidth="3" />
      <path
        d="M144 36h30v48c0 6 4 9 10 12l14 7c9 5 8 21-6 21h-26c-14 0-22-8-22-20z"
        className="fill-none stroke-line-strong"
        strokeWidth="3"
        strokeDasharray="2 8"
        strokeLinecap="round"
      />
      <path d="M85 24v18M159 24v18" className="stroke-accent-art" strokeWidth="7" strokeLinecap="round" />
    </svg>
  );
}
