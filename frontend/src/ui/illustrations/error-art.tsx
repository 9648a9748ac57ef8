import type { ReactElement } from "react";

/** A broken drop. */
export function ErrorArt(): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 96 80" className="h-20 w-24">
      <ellipse cx="48" cy="72" rx="34" ry="4" className="fill-sunken" />
      <path
        d="M46 8C34 24 24 34 24 47a22 22 0 0 0 18 21.6l4-14-8-8 9-9-5-8z"
        className="fill-brand-soft stroke-brand"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path
        d="M56 12c10 14 18 24 18 35a22 22 0 0 1-22 22l4-14-8-8 9-9-4-8z"
        className="fill-accent-soft stroke-accent-art"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
