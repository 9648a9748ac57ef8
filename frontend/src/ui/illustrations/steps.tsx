import type { ReactElement, ReactNode } from "react";

function Art({ children }: { children: ReactNode }): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 64 64" className="art size-16 shrink-0">
      <circle cx="32" cy="34" r="28" className="fill-brand-soft" />
      {children}
    </svg>
  );
}

/** A phone with a tick. */
function BookArt(): ReactElement {
  return (
    <Art>
      <rect x="20" y="8" width="24" height="46" rx="6" className="fill-surface stroke-brand" />
      <path d="M29 48h6" className="stroke-brand" />
      <rect x="24.5" y="14" width="15" height="5" rx="2.5" className="fill-brand-soft" />
      <circle cx="32" cy="32" r="9" className="fill-accent-art" />
      <path d="m28 32.5 3 3 5.5-6" className="stroke-surface" />
    </Art>
  );
}

/** A bag being carried. */
export function PickupArt(): ReactElement {
  return (
    <Art>
      <path d="M25 21c-3-4-2-8 1-10 3-1 9-1 12 0 3 2 4 6 1 10" className="stroke-brand" />
      <path
        d="M22 21h20c6 8 9 16 7 25-1 5-4 7-9 7H24c-5 0-8-2-9-7-2-9 1-17 7-25z"
        className="fill-surface stroke-brand"
      />
      <path d="M21 21h22" className="stroke-accent-art" />
      <path d="M25 38h13m-5-5.5 5.5 5.5-5.5 5.5" className="stroke-accent-art" />
    </Art>
  );
}

/** A washing machine. */
function CleanArt(): ReactElement {
  return (
    <Art>
      <rect x="13" y="10" width="38" height="44" rx="6" className="fill-surface stroke-brand" />
      <path d="M13 20h38" className="stroke-brand" />
      <circle cx="20" cy="15" r="1.5" className="fill-accent-art" />
      <path d="M36 15h9" className="stroke-brand" />
      <circle cx="32" cy="37" r="12.5" className="fill-brand-soft stroke-brand" />
      <path
        d="M20 37.5c4-3.5 8-2.5 12 0s8 3 12.4-.5c-.2 6.5-5.6 12.4-12.4 12.4S20.2 44 20 37.5z"
        className="fill-brand"
      />
      <circle cx="28" cy="31" r="2" className="fill-accent-art" />
      <circle cx="36" cy="29" r="1.5" className="fill-surface" />
    </Art>
  );
}

/** Fresh laundry at the door. */
function DeliverArt(): ReactElement {
  return (
    <Art>
      <path d="M12 30 32 12l20 18v20a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4z" className="fill-surface stroke-brand" />
      <path d="m8 33 24-21.5L56 33" className="stroke-brand" />
      <rect x="20" y="45" width="24" height="7" rx="3" className="fill-brand" />
      <rect x="21.5" y="38" width="21" height="7" rx="3" className="fill-accent-art" />
      <rect x="23" y="31" width="18" height="7" rx="3" className="fill-brand-soft stroke-brand" />
    </Art>
  );
}

const PICTURES = { book: BookArt, pickup: PickupArt, clean: CleanArt, deliver: DeliverArt };

/** One of the four steps of a booking. */
export function StepArt({ step }: { step: keyof typeof PICTURES }): ReactElement {
  const Picture = PICTURES[step];
  return <Picture />;
}
