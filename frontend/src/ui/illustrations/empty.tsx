import type { ReactElement } from "react";

import { Art } from "./art";

/** Houses and a pin. */
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

/** A magnifier. */
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

/** A bell. */
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

/** Two speech bubbles. */
export function NoMessagesArt(): ReactElement {
  return (
    <Art>
      <path
        d="M30 22h56a10 10 0 0 1 10 10v22a10 10 0 0 1-10 10H54L38 78V64h-8a10 10 0 0 1-10-10V32a10 10 0 0 1 10-10z"
        className="fill-surface stroke-brand"
      />
      <path d="M40 40h36M40 49h20" className="stroke-brand-soft" />
      <path
        d="M108 46h20a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10h-4v12l-14-12H90a10 10 0 0 1-10-10v-2"
        className="stroke-accent-art"
      />
    </Art>
  );
}

/** A card. */
export function NoCardsArt(): ReactElement {
  return (
    <Art>
      <rect
        x="46"
        y="22"
        width="88"
        height="58"
        rx="8"
        transform="rotate(8 90 51)"
        className="fill-brand-soft stroke-brand"
      />
      <rect x="28" y="30" width="92" height="60" rx="8" className="fill-surface stroke-brand" />
      <path d="M28 46h92" className="stroke-brand [stroke-width:8]" />
      <rect x="38" y="60" width="16" height="12" rx="3" className="fill-accent-art" />
      <path d="M38 80h26M72 80h14M94 80h14" className="stroke-brand-soft [stroke-width:4]" />
    </Art>
  );
}
