import { useState } from "react";

import type { Favourites } from "@/api/favourites/use-favourites";
import type { ListedProvider } from "@/api/types";

export type Grouped = { favourites: readonly ListedProvider[]; others: readonly ListedProvider[] };

/**
 * Separates favourites from the others as of when the list was opened (`opened`), so that a card does not move when its
 * heart is pressed.
 */
export function useFavouritesFirst(
  providers: readonly ListedProvider[],
  { ids, of, areSettled }: Favourites,
  opened: string,
): Grouped {
  const now = `${of} ${String(areSettled)} ${opened}`;
  const [snapshot, setSnapshot] = useState({ opened: now, ids });
  if (snapshot.opened !== now) setSnapshot({ opened: now, ids });
  return {
    favourites: providers.filter(({ id }) => snapshot.ids.has(id)),
    others: providers.filter(({ id }) => !snapshot.ids.has(id)),
  };
}
