import { useState, type ReactElement } from "react";

import { cx } from "@/lib/cx";

// Pairs of the two brand hues and their neighbours; ink on paper passes AA in both schemes, so they need no dark twin.
const COLOURS = [
  "bg-[#cdeae5] text-[#0b4f49]",
  "bg-[#ffdcc7] text-[#7c2d08]",
  "bg-[#d5e6f6] text-[#1b4468]",
  "bg-[#e4e0f5] text-[#41347a]",
  "bg-[#f6e3b4] text-[#5f4300]",
  "bg-[#d8ebcd] text-[#2c5216]",
] as const;

/** The same colour for the same id, everywhere and always. */
function colourOf(id: string): string {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return COLOURS[hash % COLOURS.length] ?? COLOURS[0];
}

const SIZES = { sm: "size-9 text-caption", md: "size-12 text-body", lg: "size-16 text-title" } as const;

type AvatarProps = {
  id: string;
  firstName: string;
  lastName: string;
  imageUrl?: string | null;
  size?: keyof typeof SIZES;
};

/** A person's picture, else their two initials. Decoration: the name always stands beside it. */
export function Avatar({ id, firstName, lastName, imageUrl, size = "md" }: AvatarProps): ReactElement {
  const [failed, setFailed] = useState(false);
  const shape = cx("shrink-0 rounded-full object-cover", SIZES[size]);
  if (imageUrl !== undefined && imageUrl !== null && imageUrl !== "" && !failed) {
    return <img src={imageUrl} alt="" loading="lazy" className={shape} onError={() => setFailed(true)} />;
  }
  return (
    <span aria-hidden className={cx(shape, "inline-flex items-center justify-center font-semibold", colourOf(id))}>
      {`${firstName.charAt(0)}${lastName.charAt(0)}`.toLocaleUpperCase()}
    </span>
  );
}
