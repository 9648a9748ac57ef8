import { useState } from "react";

import type { Favourites } from "@/api/favourites/use-favourites";
import type { ListedProvider } from "@/api/types";

export type Grouped = { favourites: readonly ListedProvider[]; others: readonly ListedProvider[] };

/**
 * The favourites apart from the others, as they were when the list was opened so (`opened` says how): a card does not jump
 * from under the finger that makes it one.
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
