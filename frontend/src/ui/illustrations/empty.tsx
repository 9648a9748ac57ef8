import type { ReactElement, ReactNode } from "react";

function Art({ children }: { children: ReactNode }): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 160 110" className="art h-28 w-40">
      <ellipse cx="80" cy="100" rx="62" ry="6" className="fill-sunken" />
      {children}
    </svg>
  );
}

/** Houses and a pin: nobody here yet. */
export function NoProvidersArt(): ReactElement {
  return (
    <Art>
      <path d="M20 98V60l22-18 22 18v38z" className="fill-surface stroke-brand" />
      <rect x="36" y="74" width="12" height="24" rx="2" className="fill-brand-soft stroke-brand" />
      <path d="M98 98V66l20-16 20 16v32z" className="fill-surface stroke-brand" />
      <rect x="112" y="76" width="12" height="12" rx="2" className="fill-brand-soft stroke-brand" />
      <path d="M81 90C68 74 60 64 60 49a21 21 0 0 1 42 0c0 15-8 25-21 41z" className="fill-brand-soft stroke-brand" />
      <circle cx="81" cy="48" r="8" className="fill-accent-art" />
    </Art>
  );
}

/** A magnifier over nothing. */
export function NoMatchArt(): ReactElement {
  return (
    <Art>
      <circle cx="74" cy="50" r="32" className="fill-brand-soft stroke-brand" />
      <path d="m98 74 22 22" className="stroke-brand [stroke-width:8]" />
      <path d="M62 42c2-6 7-10 13-10" className="stroke-surface [stroke-width:4]" />
      <path d="M66 58c5-4 12-4 17 0" className="stroke-accent-art" />
      <circle cx="66" cy="47" r="2.5" className="fill-brand" />
      <circle cx="83" cy="47" r="2.5" className="fill-brand" />
    </Art>
  );
}

/** An empty basket. */
export function NoOrdersArt(): ReactElement {
  return (
    <Art>
      <path d="M36 52h88l-9 40c-1 5-4 8-9 8H54c-5 0-8-3-9-8z" className="fill-surface stroke-brand" />
      <path d="M40 70h80M44 86h72M62 54l6 44M98 54l-6 44M80 54v44" className="stroke-brand-soft" />
      <rect x="30" y="44" width="100" height="12" rx="6" className="fill-brand" />
      <path d="M54 44c2-14 10-24 26-24s24 10 26 24" className="stroke-brand" />
      <path d="M80 4c4 5 7 8 7 12a7 7 0 0 1-14 0c0-4 3-7 7-12z" className="fill-accent-art" />
    </Art>
  );
}

/** A bell at rest. */
export function NoNotificationsArt(): ReactElement {
  return (
    <Art>
      <path d="M48 82c8-6 8-14 8-28a24 24 0 0 1 48 0c0 14 0 22 8 28z" className="fill-surface stroke-brand" />
      <path d="M80 24v6" className="stroke-brand" />
      <path d="M70 90a10 10 0 0 0 20 0" className="fill-accent-art stroke-accent-art" />
      <path d="M114 20h12l-12 14h12M132 6h8l-8 10h8" className="stroke-brand" />
    </Art>
  );
}

/** Two bubbles that have not met yet. */
export function NoMessagesArt(): ReactElement {
  return (
    <Art>
      <path d="M30 22h56a10 10 0 0 1 10 10v22a10 10 0 0 1-10 10H54L38 78V64h-8a10 10 0 0 1-10-10V32a10 10 0 0 1 10-10z" className="fill-surface stroke-brand" />
      <path d="M40 40h36M40 49h20" className="stroke-brand-soft" />
      <path d="M108 46h20a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10h-4v12l-14-12H90a10 10 0 0 1-10-10v-2" className="stroke-accent-art" />
    </Art>
  );
}

/** A door with a key: sign in to see what is behind it. */
export function SignInArt(): ReactElement {
  return (
    <Art>
      <path d="M52 98V26a8 8 0 0 1 8-8h40a8 8 0 0 1 8 8v72z" className="fill-surface stroke-brand" />
      <path d="M62 98V36a6 6 0 0 1 6-6h24a6 6 0 0 1 6 6v62z" className="fill-brand-soft stroke-brand" />
      <circle cx="91" cy="64" r="3" className="fill-accent-art" />
      <path d="M120 62a8 8 0 1 1 16 0 8 8 0 0 1-16 0zm8 8v22m0-6h7m-7 6h5" className="stroke-accent-art" />
    </Art>
  );
}

/** A card in the hand of nobody yet. */
export function NoCardsArt(): ReactElement {
  return (
    <Art>
      <rect x="46" y="22" width="88" height="58" rx="8" transform="rotate(8 90 51)" className="fill-brand-soft stroke-brand" />
      <rect x="28" y="30" width="92" height="60" rx="8" className="fill-surface stroke-brand" />
      <path d="M28 46h92" className="stroke-brand [stroke-width:8]" />
      <rect x="38" y="60" width="16" height="12" rx="3" className="fill-accent-art" />
      <path d="M38 80h26M72 80h14M94 80h14" className="stroke-brand-soft [stroke-width:4]" />
    </Art>
  );
}
