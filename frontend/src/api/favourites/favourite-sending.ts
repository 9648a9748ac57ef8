import { below, keys } from "@/api/cache/keys";
import { ApiError } from "@/api/http/api-error";
import type { Write } from "@/api/http/use-write";

import { favouriteActs, noteFavourite } from "./favourite-acts";
import { broadcastFavourites } from "./favourite-broadcast";

async function send(providerId: string, isFavourite: boolean, write: Write): Promise<void> {
  const sent = { path: { provider_id: providerId } };
  const outdated = [below(keys.favourites)];
  if (isFavourite) await write("put", "/api/favourites/{provider_id}", sent, outdated);
  else await write("delete", "/api/favourites/{provider_id}", sent, outdated);
  broadcastFavourites();
}

/** Sends the pending state of a favourite until the server has the last one that was wanted. */
export async function sendPendingFavourites(owner: string, providerId: string, write: Write): Promise<void> {
  const wanted = (): boolean | undefined =>
    favouriteActs.get().owner === owner ? favouriteActs.get().pendingFavourites.get(providerId) : undefined;
  let sent: boolean | undefined;
  try {
    while (wanted() !== undefined && wanted() !== sent) {
      sent = wanted() === true;
      await send(providerId, sent, write);
    }
    if (wanted() !== undefined) noteFavourite(providerId, undefined);
  } catch (error) {
    // The account has left meanwhile: there is nobody to show the error to.
    const hasLeft = wanted() === undefined || (error instanceof ApiError && error.isSessionOver);
    noteFavourite(providerId, undefined, hasLeft ? undefined : error);
  }
}
