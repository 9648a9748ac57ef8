import { onAwake } from "@/lib/sleep";
import { leadOneTab, openChannel } from "@/lib/tabs";

import { addressOf, below, isKey, keys } from "./keys";

/** SWR's global mutate, reduced to what is used: revalidate the keys that match. */
type Refresh = (matches: (key: unknown) => boolean) => unknown;

/** A server event, in a form that one tab can broadcast to the others. "gap": events may have been missed. */
type StreamMessage =
  { kind: "order" | "message" | "position"; orderId: string } | { kind: "notification" | "session" | "gap" };

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;
// After a password change the event may come before the browser has the new session's cookie.
const SETTLES_AFTER_MS = 500;

function parse(data: string): { orderId?: string } {
  try {
    return JSON.parse(data) as { orderId?: string };
  } catch {
    return {};
  }
}

const anyOf =
  (...matches: ((key: unknown) => boolean)[]) =>
  (key: unknown): boolean =>
    matches.some((match) => match(key));

/** What depends on orders: the provider's views (jobs, offers, earnings), and recurring bookings. */
const OF_ORDERS = [below("/api/provider"), below("/api/recurring-bookings")];

/** A decision on an application is announced by a notification. */
const isNotice = anyOf(below(keys.notifications), below(keys.application));

/** All keys that live events can change. The session too: after a gap another account may be signed in. */
const isLive = anyOf(below(keys.session), isNotice, below("/api/orders"), ...OF_ORDERS);

/**
 * Matches the lists that an order appears in, the provider's views (job, offer, earnings), and the order with all below
 * it.
 */
export function concernsOrder(orderId: string): (key: unknown) => boolean {
  const isList = (key: unknown): boolean => Array.isArray(key) && key[0] === "/api/orders/customer/{customer_id}";
  return anyOf(below(keys.order(orderId)), isList, ...OF_ORDERS);
}

/** Matches one order without all below it: it carries the provider's position, which changes every ten seconds. */
function isOrder(orderId: string): (key: unknown) => boolean {
  const address = addressOf(keys.order(orderId));
  return (key) => isKey(key) && addressOf(key) === address;
}

/** Revalidates what the message is about. */
function applyMessage(message: StreamMessage, refresh: Refresh): void {
  if (message.kind === "order") void refresh(concernsOrder(message.orderId));
  if (message.kind === "message") void refresh(anyOf(below(keys.messages(message.orderId)), below(keys.conversations)));
  if (message.kind === "position") void refresh(isOrder(message.orderId));
  if (message.kind === "notification") void refresh(isNotice);
  // The session may have ended: check it, so that no data of a signed-out account stays on screen.
  if (message.kind === "session") void refresh(below(keys.session));
  if (message.kind === "gap") void refresh(isLive);
}

/** What the page has seen of the events when it read its session. */
let seen = "";

/** Begins the events where the session was read: what happens until the connection is there is not missed. */
export function beginEventsAt(cursor: string): void {
  seen = cursor;
}

type Open = (address: string) => EventSource;
const openSource: Open = (address) => new EventSource(address);

/**
 * Keeps an SSE connection to the account's events. Returns a function that closes it. The browser reconnects by itself,
 * with Last-Event-ID, as long as the server responds at all; when it gives up, this retries after about 1 s, 2 s, 4 s
 * up to a minute. After a sleep the connection may be dead without an error, so a new one is opened. After a gap or a
 * "reset" everything live is fetched again.
 */
function connect(emit: (message: StreamMessage) => void, open: Open, isLate: boolean): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_RETRY_MS;
  let hadGap = isLate;

  const begin = (): void => {
    // After a gap everything is fetched again, so that nothing needs to be told of the time before.
    const current = open(hadGap ? "/api/events" : `/api/events?after=${seen}`);
    source = current;
    current.addEventListener("open", () => {
      wait = FIRST_RETRY_MS;
      if (hadGap) emit({ kind: "gap" });
      hadGap = false;
    });
    current.addEventListener("error", () => {
      hadGap = true;
      if (current.readyState !== current.CLOSED) return;
      emit({ kind: "session" });
      // Jitter (0.5 to 1.5 times), so that all pages of a failed server do not reconnect at once.
      timer = setTimeout(begin, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, LAST_RETRY_MS);
    });
    for (const kind of ["order", "message", "position"] as const) {
      current.addEventListener(kind, (event: MessageEvent<string>) => {
        const { orderId } = parse(event.data);
        if (orderId !== undefined) emit({ kind, orderId });
        else if (kind === "order") emit({ kind: "gap" });
      });
    }
    current.addEventListener("notification", () => emit({ kind: "notification" }));
    current.addEventListener("session", () => {
      clearTimeout(settling);
      settling = setTimeout(() => emit({ kind: "session" }), SETTLES_AFTER_MS);
    });
    current.addEventListener("reset", () => emit({ kind: "gap" }));
  };

  const endWatch = onAwake(() => {
    clearTimeout(timer);
    source?.close();
    wait = FIRST_RETRY_MS;
    hadGap = true;
    begin();
  });
  begin();
  return () => {
    endWatch();
    clearTimeout(timer);
    clearTimeout(settling);
    source?.close();
  };
}

/** Listens for this page only. Returns a function that stops it. */
export function listen(refresh: Refresh, open: Open = openSource): () => void {
  return connect((message) => applyMessage(message, refresh), open, false);
}

/**
 * Listens for all tabs of the account: one leader tab holds the connection and broadcasts its events; another takes
 * over when it closes. Browsers allow six HTTP/1.1 connections per server, so with one per tab the seventh tab would
 * hang. Returns a function that stops it.
 */
export function listenTogether(account: string, refresh: Refresh, open: Open = openSource): () => void {
  const name = `live ${account}`;
  const channel = openChannel<StreamMessage>(name, (message) => applyMessage(message, refresh));
  const lead = (isLate: boolean): (() => void) =>
    connect(
      (message) => {
        applyMessage(message, refresh);
        channel?.send(message);
      },
      open,
      isLate,
    );
  // Without BroadcastChannel or Web Locks each tab listens by itself.
  const stop = (channel === null ? null : leadOneTab(name, lead)) ?? listen(refresh, open);
  return () => {
    stop();
    channel?.close();
  };
}
