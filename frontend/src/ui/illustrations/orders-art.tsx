import type { ReactElement } from "react";

import { Art } from "./art";

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

/** A door with a key. */
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
