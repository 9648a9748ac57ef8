import { broadcast, openChannel, type Channel } from "@/lib/tabs";

const CHANNEL = "favourites";

// A channel does not hear itself: what this tab tells it need not be told.
let own: Channel<null> | null = null;

/** Tells the other tabs of this browser that the account's favourites have changed. */
export function broadcastFavourites(): void {
  if (own === null) broadcast(CHANNEL, null);
  else own.send(null);
}

/** Hears of changes on other tabs. Returns the function that ends it. */
export function onFavouritesChanged(listener: () => void): () => void {
  const channel = openChannel<null>(CHANNEL, listener);
  own = channel ?? own;
  return () => {
    channel?.close();
    if (own === channel) own = null;
  };
}
