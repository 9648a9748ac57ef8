import type { ReactElement, ReactNode } from "react";

/** Same values as the API's service types. */
type ServiceKind = "standard" | "premium" | "ironing";

function Art({ children }: { children: ReactNode }): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 64 64" className="art size-14 shrink-0">
      <rect width="64" height="64" rx="16" className="fill-brand-soft" />
      {children}
    </svg>
  );
}

function Standard(): ReactElement {
  return (
    <Art>
      <rect x="13" y="41" width="38" height="10" rx="5" className="fill-brand" />
      <rect x="15" y="30" width="34" height="10" rx="5" className="fill-surface stroke-brand" />
      <rect x="17" y="19" width="30" height="10" rx="5" className="fill-accent-art" />
      <path d="M23 35h8M25 24h6" className="stroke-brand-soft" />
    </Art>
  );
}

function Premium(): ReactElement {
  return (
    <Art>
      <path d="M32 20v-2c0-2 4-2 4-5a4 4 0 0 0-8 0" className="stroke-brand" />
      <path d="m32 20 15 10-4 8-4-2v15H25V36l-4 2-4-8z" className="fill-surface stroke-brand" />
      <path d="m28 23 4 5 4-5" className="stroke-brand" />
      <path
        d="M51 12l1.5 4 4 1.5-4 1.5-1.5 4-1.5-4-4-1.5 4-1.5zM12 40l1.2 3 3 1.2-3 1.2L12 48.5l-1.2-3.1-3-1.2 3-1.2z"
        className="fill-accent-art"
      />
    </Art>
  );
}

function Ironing(): ReactElement {
  return (
    <Art>
      <path d="M10 45c2-13 11-19 22-19h13l7 19z" className="fill-surface stroke-brand" />
      <path d="M28 26v-5a4 4 0 0 1 4-4h11c3 0 4 2 4 4l1 5" className="stroke-brand" />
      <path d="M9 51h46" className="stroke-accent-art" />
      <path d="M21 37h18" className="stroke-brand" />
      <circle cx="45" cy="36" r="2.5" className="fill-accent-art" />
    </Art>
  );
}

const PICTURES: Record<ServiceKind, () => ReactElement> = { standard: Standard, premium: Premium, ironing: Ironing };

/** A service's illustration: a stack of laundry, a shirt, an iron. */
export function ServiceArt({ service }: { service: ServiceKind }): ReactElement {
  const Picture = PICTURES[service];
  return <Picture />;
}
