import type { ReactElement, ReactNode } from "react";

/** The frame of a small illustration, for empty lists. */
export function Art({ children }: { children: ReactNode }): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 160 110" className="art h-28 w-40">
      <ellipse cx="80" cy="100" rx="62" ry="6" className="fill-sunken" />
      {children}
    </svg>
  );
}
