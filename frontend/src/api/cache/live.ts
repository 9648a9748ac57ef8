import { onAwake } from "@/lib/sleep";
import { leadOneTab, openChannel } from "@/lib/tabs";

import { below, keys } from "./keys";

/** SWR's global mutate, as far as it is needed here: fetch again what the predicate names. */
type Refresh = (matches: (key: unknown) => boolean) => unknown;

/** What the server tells, in a form that one tab can pass on to the others. "gap": events may have been missed. */
type StreamMessage =
  { kind: "order" | "message" | "position"; orderId: string } | { kind: "notification" | "session" | "gap" };

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;
// Whoever changes their password hears of it before the browser has the new session.
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

/** What lies below what a provider has of orders (jobs, offers, earnings), and below what recurs. */
const OF_ORDERS = [below("/api/provider"), below("/api/recurring-bookings")];

/** An applicant hears of each answer by a notice. */
const isNotice = anyOf(below(keys.notifications), below(keys.application));

/** Everything that live events can change; after a gap another account may be signed in. */
const isLive = anyOf(below(keys.session), isNotice, below("/api/orders"), ...OF_ORDERS);

/** The lists that an order appears in, what a provider has of it (job, offer, earnings), and the order itself with all that hangs on it. */
export function concernsOrder(orderId: string): (key: unknown) => boolean {
  const isList = (key: unknown): boolean => Array.isArray(key) && key[0] === "/api/orders/customer/{customer_id}";
  return anyOf(below(keys.order(orderId)), isList, ...OF_ORDERS);
}

/** Fetches again what the message concerns. */
function applyMessage(message: StreamMessage, refresh: Refresh): void {
  if (message.kind === "order") void refresh(concernsOrder(message.orderId));
  if (message.kind === "message") void refresh(anyOf(below(keys.messages(message.orderId)), below(keys.conversations)));
  if (message.kind === "position") void refresh(below(keys.position(message.orderId)));
  if (message.kind === "notification") void refresh(isNotice);
  // It may have ended, and nothing of an account that has left stays on screen here.
  if (message.kind === "session") void refresh(below(keys.session));
  if (message.kind === "gap") void refresh(isLive);
}

type Open = (address: string) => EventSource;
const openSource: Open = (address) => new EventSource(address);

/**
 * Keeps a connection to the account's events. Returns the function that ends it.
 *
 * The browser reconnects by itself, with Last-Event-ID, as long as the server answers at all; when it gives up, this
 * tries again after about 1 s, 2 s, 4 s up to a minute. A device that slept may hold a connection that is dead and does
 * not know it: a new one is made then. After a gap or a "reset" everything live is fetched again.
 */
function connect(emit: (message: StreamMessage) => void, open: Open, isLate: boolean): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_RETRY_MS;
  let hadGap = isLate;

  const begin = (): void => {
    const current = open("/api/events");
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
      // Half to one and a half times as long: a thousand pages that lost one server must not return as one.
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

/** Listens on this page alone. Returns the function that stops it. */
export function listen(refresh: Refresh, open: Open = openSource): () => void {
  return connect((message) => applyMessage(message, refresh), open, false);
}

/**
 * Listens for all pages of this browser that show the account: one of them keeps the connection and passes on what it
 * is told, and when it goes another takes over. A browser allows six connections to a server; with one for each tab
 * the seventh tab would wait for ever. Returns the function that stops it.
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
  // Without channels the others would hear nothing of it: then each tab listens by itself.
  const stop = (channel === null ? null : leadOneTab(name, lead)) ?? listen(refresh, open);
  return () => {
    stop();
    channel?.close();
  };
}
