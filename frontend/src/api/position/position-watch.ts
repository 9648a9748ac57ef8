import { ApiError, isUnanswered } from "@/api/http/api-error";
import { call } from "@/api/http/client";
import { deviceTime, now } from "@/lib/server-clock";

/** State of the sharing: waiting for a position, sending, denied by the browser, or no position found. */
export type Watched = "asking" | "shared" | "refused" | "unknown";

const EVERY_MS = 10_000;
/** A device that lies still reports no changes: after this time it is asked. */
const SILENT_MS = 60_000;
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 5000, timeout: 30_000 };
const MOST_ACCURACY_M = 100_000;

type Watch = {
  orderId: string;
  onState: (state: Watched) => void;
  /** The server no longer accepts positions for the order, or the page is being left. */
  onOver: () => void;
};

/**
 * Sends the device's position to one order until it is ended: at most every ten seconds, only the newest, and none
 * found while offline. Returns a function that ends it and has the server delete the position; safe to call twice.
 */
export function watchPosition({ orderId, onState, onOver }: Watch): () => Promise<void> {
  const { geolocation } = navigator;
  const stopped = new AbortController();
  const { signal } = stopped;
  let newest: { coords: GeolocationCoordinates; at: number } | null = null;
  let foundAt = deviceTime();
  let sentAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;

  const forget = (keepalive = false): Promise<unknown> =>
    call("delete", "/api/provider/position", { query: { orderId }, keepalive });

  const handleError = (error: unknown): void => {
    // Without a response, or from a busy server: the next position is tried.
    if (signal.aborted || !(error instanceof ApiError) || error.status === 429 || error.status >= 500) return;
    if (error.status === 400) onState("unknown");
    else onOver();
  };

  const send = async ({ coords, at }: NonNullable<typeof newest>): Promise<void> => {
    const { latitude, longitude, accuracy } = coords;
    sentAt = deviceTime();
    try {
      await call("put", "/api/provider/position", {
        body: {
          latitude,
          longitude,
          accuracy: Math.min(accuracy, MOST_ACCURACY_M),
          at: new Date(at).toISOString(),
          orderId,
        },
      });
      if (!signal.aborted) onState("shared");
    } catch (error) {
      handleError(error);
    }
  };

  const sendNewest = (): void => {
    if (newest === null || sending !== null || timer !== undefined || signal.aborted) return;
    const wait = sentAt + EVERY_MS - deviceTime();
    if (wait > 0) {
      timer = setTimeout(() => {
        timer = undefined;
        sendNewest();
      }, wait);
      return;
    }
    const found = newest;
    newest = null;
    sending = send(found).finally(() => {
      sending = null;
      sendNewest();
    });
  };

  const found = ({ coords }: GeolocationPosition): void => {
    foundAt = deviceTime();
    if (!navigator.onLine) return;
    newest = { coords, at: now() };
    sendNewest();
  };
  const notFound = ({ code }: { code: number }): void => {
    if (signal.aborted) return;
    if (code === 1) {
      geolocation.clearWatch(watch);
      onState("refused");
    } else if (deviceTime() - foundAt > SILENT_MS) {
      onState("unknown");
    }
  };
  const ask = (): void => geolocation.getCurrentPosition(found, notFound, OPTIONS);
  const watch = geolocation.watchPosition(found, notFound, OPTIONS);
  const asking = setInterval(() => {
    if (deviceTime() - foundAt >= SILENT_MS) ask();
  }, SILENT_MS);

  const unwatch = (): void => {
    stopped.abort();
    geolocation.clearWatch(watch);
    clearInterval(asking);
    clearTimeout(timer);
  };
  window.addEventListener("online", ask, { signal });
  window.addEventListener("offline", () => (newest = null), { signal });
  const leave = (): void => {
    unwatch();
    if (sentAt > 0) void forget(true).catch(() => undefined);
    onOver();
  };
  window.addEventListener("pagehide", leave, { signal });

  return async () => {
    if (signal.aborted) return;
    unwatch();
    if (sentAt === 0) return;
    // A running request would store the position again.
    await sending;
    await forget().catch((error: unknown) => {
      if (isUnanswered(error))
        window.addEventListener("online", () => void forget().catch(() => undefined), { once: true });
    });
  };
}
