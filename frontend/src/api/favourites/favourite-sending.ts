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

/** Sends what an account wants of a provider until the server has what was wanted last. */
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
    // Where the account has left meanwhile nobody is here who pressed it.
    const hasLeft = wanted() === undefined || (error instanceof ApiError && error.status === 401);
    noteFavourite(providerId, undefined, hasLeft ? undefined : error);
  }
}
