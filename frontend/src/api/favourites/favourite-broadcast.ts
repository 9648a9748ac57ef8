const CHANNEL = "favourites";

// A channel does not hear itself: what this tab tells it need not be told.
let own: BroadcastChannel | null = null;

/** Tells the other tabs of this browser that the account's favourites have changed. */
export function broadcastFavourites(): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = own ?? new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  if (channel !== own) channel.close();
}

/** Hears of changes on other tabs. Returns the function that ends it. */
export function onFavouritesChanged(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  own = channel;
  return () => {
    channel.close();
    if (own === channel) own = null;
  };
}
