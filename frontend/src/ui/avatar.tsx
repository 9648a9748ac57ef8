import { useState, type ReactElement } from "react";

import { cx } from "@/lib/cx";
import { initial } from "@/lib/initial";

const COLOURS = [
  "bg-(--tint-1) text-(--tint-1-ink)",
  "bg-(--tint-2) text-(--tint-2-ink)",
  "bg-(--tint-3) text-(--tint-3-ink)",
  "bg-(--tint-4) text-(--tint-4-ink)",
  "bg-(--tint-5) text-(--tint-5-ink)",
  "bg-(--tint-6) text-(--tint-6-ink)",
] as const;

/** A stable colour for an id. */
function colourOf(id: string): string {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return COLOURS[hash % COLOURS.length] ?? COLOURS[0];
}

const SIZES = {
  sm: "size-9 text-caption",
  md: "size-12 text-body",
  lg: "size-16 text-title",
  xl: "size-24 text-display",
} as const;

type AvatarProps = {
  id: string;
  firstName: string;
  lastName: string;
  imageUrl?: string | null;
  size?: keyof typeof SIZES;
};

/** A user's photo, else their initials. Decorative: the name is always beside it. */
export function Avatar({ id, firstName, lastName, imageUrl, size = "md" }: AvatarProps): ReactElement {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = cx("shrink-0 rounded-full object-cover", SIZES[size]);
  if (imageUrl !== undefined && imageUrl !== null && imageUrl !== "" && imageUrl !== failed) {
    return <img src={imageUrl} alt="" loading="lazy" className={shape} onError={() => setFailed(imageUrl)} />;
  }
  return (
    <span aria-hidden className={cx(shape, "inline-flex items-center justify-center font-semibold", colourOf(id))}>
      {`${initial(firstName)}${initial(lastName)}`.toLocaleUpperCase()}
    </span>
  );
}
