import { below, keys } from "./keys";

/** SWR's global mutate, as far as it is needed here: fetch again what the predicate names. */
type Refresh = (matches: (key: unknown) => boolean) => unknown;

type OrderEvent = { orderId: string };

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

function parse(data: string): Partial<OrderEvent> {
  try {
    return JSON.parse(data) as Partial<OrderEvent>;
  } catch {
    return {};
  }
}

/** Everything that live events can change; after a gap another account may be signed in. */
function isLive(key: unknown): boolean {
  return [keys.session, keys.notifications, ["/api/orders"] as const, keys.providerOrders, keys.recurring].some((prefix) => below(prefix)(key));
}

/** The lists that an order appears in, and the order itself with all that hangs on it. */
function concernsOrder(orderId: string): (key: unknown) => boolean {
  const isOrder = below(keys.order(orderId));
  const isList = below(["/api/orders", "customer"]);
  const isQuery = (key: unknown): boolean => Array.isArray(key) && String(key[0]).startsWith("/api/orders?");
  const isJobs = below(keys.providerOrders);
  const isSeries = below(keys.recurring);
  return (key) => isOrder(key) || isList(key) || isQuery(key) || isJobs(key) || isSeries(key);
}

/**
 * Listens to the account's events and fetches again what they concern. Returns the function that stops it.
 *
 * The browser reconnects by itself, with Last-Event-ID, as long as the server answers at all; when it gives up, this
 * tries again after about 1 s, 2 s, 4 s up to a minute. After a gap or a "reset" everything live is fetched again.
 */
export function listen(refresh: Refresh, open: (address: string) => EventSource = (address) => new EventSource(address)): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_RETRY_MS;
  let hadGap = false;

  const connect = (): void => {
    const current = open("/api/events");
    source = current;
    current.addEventListener("open", () => {
      wait = FIRST_RETRY_MS;
      if (hadGap) void refresh(isLive);
      hadGap = false;
    });
    current.addEventListener("error", () => {
      hadGap = true;
      if (current.readyState !== current.CLOSED) return;
      // A refusal: somebody may have signed out in another window, and nothing of theirs stays on screen here.
      void refresh(below(keys.session));
      // Half to one and a half times as long: a thousand pages that lost one server must not return as one.
      timer = setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, LAST_RETRY_MS);
    });
    current.addEventListener("order", (event: MessageEvent<string>) => {
      const { orderId } = parse(event.data);
      void refresh(orderId === undefined ? isLive : concernsOrder(orderId));
    });
    current.addEventListener("message", (event: MessageEvent<string>) => {
      const { orderId } = parse(event.data);
      if (orderId !== undefined) void refresh(below(keys.messages(orderId)));
    });
    current.addEventListener("notification", () => void refresh(below(keys.notifications)));
    current.addEventListener("reset", () => void refresh(isLive));
  };

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
