import { broadcast, openChannel, type Channel } from "@/lib/tabs";

const CHANNEL = "favourites";

// A channel does not receive its own messages, so this tab sends with the one that it listens on.
let own: Channel<null> | null = null;

/** Tells the other tabs that the account's favourites have changed. */
export function broadcastFavourites(): void {
  if (own === null) broadcast(CHANNEL, null);
  else own.send(null);
}

/** Listens for changes in other tabs. Returns a function that stops it. */
export function onFavouritesChanged(listener: () => void): () => void {
  const channel = openChannel<null>(CHANNEL, listener);
  own = channel ?? own;
  return () => {
    channel?.close();
    if (own === channel) own = null;
  };
}
