// Cached responses, for when the server cannot be reached: each with its timestamp, and never shown to another account.
import { PHONE_DECLINED } from "@/lib/phone-declined";
import { now } from "@/lib/server-clock";
import { writeStored } from "@/lib/storage";

import { db, writeToStore } from "./db";
import {
  HANDOVERS,
  isRow,
  rowsIn,
  SENT_IN,
  storeSent,
  textIn,
  type Row,
  type Sent,
  type SentResponse,
} from "./write-back";

/** Cached data expires after seven days (specification point 9). */
export const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

export type CachedResponse = {
  data: unknown;
  etag: string | null;
  /** When it was received, in milliseconds by the server's clock. */
  at: number;
};

/** The owner of what everybody may see. */
const EVERYBODY = "";
/** The key of who was signed in last. */
const SESSION = "session";

const ID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";

/** The fields of an order that are cached: what its screens show offline, and nothing else. */
export const ORDER_FIELDS = [
  "id status paymentStatus serviceType weight serviceAmount lines platformFee totalAmount",
  "refundedAmount providerEarning createdAt pickupTime pickupUntil returnBy deadline",
  "freeCancellationUntil holdExpiresAt answerBy handBackBy rating customerId providerId pickupAddress",
  "deliveryAddress specialInstructions care cancellationReason acceptsInstantly needsProviderAnswer handoversWithCode",
  "messagesUntil claimsUntil claimState substituteOfferedAt recurringBookingId provider customer timeline allowedTransitions",
  "receiptNumber creditNotes reviewable reviewState review customerRatings etag",
].flatMap((names) => names.split(" "));

const orderIn = (row: Row): Row =>
  Object.fromEntries(ORDER_FIELDS.filter((name) => name in row).map((name) => [name, row[name]]));

/** Rebuilds a list response from its rows: as old as its oldest row. Null if there are no rows. */
function listOf(rows: readonly { timestamp: number }[], data: unknown[]): CachedResponse | null {
  return rows.length === 0 ? null : { data, etag: null, at: Math.min(...rows.map(({ timestamp }) => timestamp)) };
}

const isOf =
  (account: string) =>
  (row: { account?: unknown; timestamp?: unknown }): boolean =>
    row.account === account && typeof row.timestamp === "number" && row.timestamp > now() - MAX_AGE_MS;

/** How the responses of one kind of URL are stored and found. `named`: the capture groups of its pattern. */
type CacheRoute = {
  pattern: RegExp;
  isPublic?: true;
  store: (response: SentResponse, account: string, named: readonly string[]) => Promise<unknown>;
  find: (account: string, named: readonly string[]) => Promise<CachedResponse | null>;
};

const ORDERS: CacheRoute = {
  pattern: new RegExp(`^/api/orders/customer/${ID}$`),
  store: async ({ data }, account, [customerId = ""]) => {
    const timestamp = now();
    const rows = rowsIn(data).map((row) => ({
      id: textIn(row, "id"),
      customerId,
      status: textIn(row, "status"),
      account,
      timestamp,
      order: orderIn(row),
    }));
    // Empty lists, and bodies that are not lists, are not stored (specification point 5).
    if (rows.length === 0) return;
    await db.transaction("rw", db.orders, async () => {
      await db.orders.where({ customerId }).delete();
      await db.orders.bulkPut(rows);
    });
  },
  find: async (account, [customerId = ""]) => {
    const rows = (await db.orders.where({ customerId }).toArray()).filter(isOf(account));
    const orders = rows.map(({ order }) => order as Row);
    return listOf(
      rows,
      orders.sort((one, other) => textIn(other, "createdAt").localeCompare(textIn(one, "createdAt"))),
    );
  },
};

const ORDER: CacheRoute = {
  pattern: new RegExp(`^/api/orders/${ID}$`),
  store: async ({ data, etag }, account, [orderId = ""]) => {
    if (isRow(data)) await db.order_tracking.put({ orderId, account, timestamp: now(), order: orderIn(data), etag });
  },
  find: async (account, [orderId = ""]) => {
    const tracked = await db.order_tracking.get(orderId);
    if (tracked !== undefined && isOf(account)(tracked))
      return { data: tracked.order, etag: tracked.etag, at: tracked.timestamp };
    const listed = await db.orders.get(orderId);
    return listed !== undefined && isOf(account)(listed)
      ? { data: listed.order, etag: null, at: listed.timestamp }
      : null;
  },
};

const PROVIDERS: CacheRoute = {
  pattern: /^\/api\/providers\/(\d{4})$/,
  isPublic: true,
  store: async ({ data }, account, [postalCode = ""]) => {
    const timestamp = now();
    const rows = rowsIn(data).map((provider, rank) => ({
      key: `${postalCode} ${textIn(provider, "id")}`,
      postalCode,
      rank,
      account,
      timestamp,
      provider,
    }));
    if (rows.length === 0) return;
    await db.transaction("rw", db.providers, async () => {
      await db.providers.where({ postalCode }).delete();
      await db.providers.bulkPut(rows);
    });
  },
  find: async (account, [postalCode = ""]) => {
    const rows = (await db.providers.where({ postalCode }).toArray())
      .filter(isOf(account))
      .sort((one, other) => one.rank - other.rank);
    return listOf(
      rows,
      rows.map(({ provider }) => provider),
    );
  },
};

/** A single response, stored unchanged under its URL. */
function value(pattern: RegExp, isPublic?: true): CacheRoute {
  return {
    pattern,
    ...(isPublic && { isPublic }),
    store: ({ data, etag }, account, [address = ""]) =>
      db.metadata.put({ key: `${account} ${address}`, value: { data, etag }, account, timestamp: now() }),
    find: async (account, [address = ""]) => {
      const row = await db.metadata.get(`${account} ${address}`);
      if (row === undefined || !isOf(account)(row) || !isRow(row.value)) return null;
      const { data, etag } = row.value;
      return { data, etag: typeof etag === "string" ? etag : null, at: row.timestamp };
    },
  };
}

const PROVIDER = value(new RegExp(`^(/api/providers/details/${ID}(?:\\?.*)?)$`), true);

/** A provider's page. Its reviews are stored in their own table. */
const DETAILS: CacheRoute = {
  ...PROVIDER,
  store: async ({ data, etag }, account, [address = "", providerId = ""]) => {
    if (!isRow(data)) return;
    const { reviews, ...details } = data;
    const timestamp = now();
    const rows = rowsIn(reviews).map((review, rank) => ({
      id: `${providerId} ${textIn(review, "id") || rank}`,
      providerId,
      rank,
      account,
      timestamp,
      review,
    }));
    await db.transaction("rw", db.reviews, db.metadata, async () => {
      await db.reviews.where({ providerId }).delete();
      await db.reviews.bulkPut(rows);
      await PROVIDER.store({ data: details, etag }, account, [address]);
    });
  },
  find: async (account, [address = "", providerId = ""]) => {
    const found = await PROVIDER.find(account, [address]);
    if (found === null || !isRow(found.data)) return null;
    const rows = (await db.reviews.where({ providerId }).toArray())
      .filter(isOf(account))
      .sort((one, other) => one.rank - other.rank);
    return { ...found, data: { ...found.data, reviews: rows.map(({ review }) => review) } };
  },
};

// Allowlist. Not cached: cards, prices that change by the minute, anything opened from an emailed link.
const CACHE_ROUTES: readonly CacheRoute[] = [
  ORDERS,
  ORDER,
  PROVIDERS,
  DETAILS,
  value(/^(\/api\/config)$/, true),
  // Needed to reschedule offline; the server checks whether the slot is still free when the change is sent.
  value(/^(\/api\/time-slots\?.*)$/, true),
  // Needed at the customer's door, where there often is no connection.
  value(new RegExp(`^(/api/orders/${ID}/(?:messages|handovers|hand-back))$`)),
  value(new RegExp(`^(/api/recurring-bookings/customer/${ID})$`)),
  value(
    /^(\/api\/(?:addresses|favourites|notifications|profile(?:\/care)?|orders\/again|provider\/(?:conversations|orders|week|days-off)))$/,
  ),
];

/** The cache route and the row owner for a URL; null if the URL is not cached. */
function routeFor(
  address: string,
  account: string | null,
): { route: CacheRoute; owner: string; named: readonly string[] } | null {
  for (const route of CACHE_ROUTES) {
    const found = route.pattern.exec(address);
    if (found === null) continue;
    const owner = route.isPublic === true ? EVERYBODY : account;
    return owner === null ? null : { route, owner, named: found.slice(1) };
  }
  return null;
}

const STORES = [db.offline_actions, db.orders, db.providers, db.order_tracking, db.reviews, db.metadata] as const;
const CACHES = STORES.slice(1);

/** True if the account may have signed out, in this tab or another, before its response came. */
async function hasLeft(account: string): Promise<boolean> {
  const session = await db.metadata.get(SESSION);
  return account !== EVERYBODY && session !== undefined && session.account !== account;
}

/** Stores the response to a GET of `address`. `account`: who asked; null is a visitor. */
export async function storeResponse(address: string, account: string | null, response: SentResponse): Promise<void> {
  const match = routeFor(address, account);
  if (match === null) return;
  const { route, owner, named } = match;
  await writeToStore(() =>
    db.transaction("rw", [...CACHES], async () => {
      if (!(await hasLeft(owner))) await route.store(response, owner, named);
    }),
  );
}

/** Where a DELETE takes one row out of a cached list. */
const OF_A_LIST = /^\/api\/(?:addresses|provider\/days-off)\//;

/** The same for the response to a write of the signed-in account that did not go through the queue. */
export async function storeWritten(sent: Pick<Sent, "method" | "url" | "data">, response: SentResponse): Promise<void> {
  const { data } = response;
  const method = sent.method.toUpperCase();
  const isKnown = method === "DELETE" ? OF_A_LIST.test(sent.url) : isRow(data) || HANDOVERS.test(sent.url);
  if (!isKnown) return;
  const entityId = /\/orders\/([^/]+)/.exec(sent.url)?.[1] ?? textIn(Object(sent.data) as Row, "orderId");
  await db.transaction("rw", [...SENT_IN], async () => {
    const { account = EVERYBODY } = (await db.metadata.get(SESSION)) ?? {};
    if (account !== EVERYBODY) await storeSent({ ...sent, method, account, entityId }, response);
  });
}

/** The last response to this account; null if nothing is stored or it is older than seven days. */
export async function cachedResponse(address: string, account: string | null): Promise<CachedResponse | null> {
  const match = routeFor(address, account);
  return match === null ? null : match.route.find(match.owner, match.named);
}

/** Stores who is signed in (null: nobody), so that the app starts as theirs offline. */
export async function storeUser(user: { id: string } | null): Promise<void> {
  await writeToStore(() =>
    db.metadata.put({ key: SESSION, value: user, account: user?.id ?? EVERYBODY, timestamp: now() }),
  );
}

/**
 * Who was signed in at the last response (null: nobody), and when; null if there was none for seven days, or if it was
 * of another account than this one.
 */
export async function storedUser(account: string | null): Promise<{ user: unknown; at: number } | null> {
  const row = await db.metadata.get(SESSION);
  if (row === undefined) return null;
  const isTheirs = row.account === account || row.account === EVERYBODY;
  return isTheirs && isOf(row.account)(row) ? { user: row.value, at: row.timestamp } : null;
}

/** Deletes what other accounts have cached. Their queued actions stay until they sign in again. */
export async function belongTo(account: string | null): Promise<void> {
  const isForeign = (row: { account: string }): boolean => row.account !== EVERYBODY && row.account !== account;
  await db.transaction("rw", [...CACHES], async () => {
    for (const store of CACHES) await store.filter(isForeign).delete();
  });
}

/** After a sign-out: deletes every cache, the account's queued actions and the ids of accounts. */
export async function forget(account: string): Promise<void> {
  writeStored("local", PHONE_DECLINED, null);
  await db.transaction("rw", [...STORES], async () => {
    for (const store of CACHES) await store.clear();
    await storeUser(null);
    await db.offline_actions.filter((row) => row.account === account).delete();
  });
}

const isTooOld = ({ timestamp }: { timestamp: number }): boolean => !(timestamp > now() - MAX_AGE_MS);

/** Deletes cached rows older than seven days. */
export async function removeExpired(): Promise<void> {
  await db.transaction("rw", [...CACHES], async () => {
    for (const store of CACHES) await store.filter(isTooOld).delete();
  });
}

/**
 * Deletes rows older than seven days from every store; returns how many of them were unsent actions of the account. What
 * other accounts have not sent waits until they are told themselves.
 */
export async function cleanUp(account: string): Promise<number> {
  return db.transaction("rw", [...STORES], async () => {
    await removeExpired();
    return db.offline_actions.filter((row) => row.account === account && isTooOld(row)).delete();
  });
}

/** Deletes the cached responses; the stored user and the queued actions stay. */
export async function clearCache(account: string | null): Promise<void> {
  await db.transaction("rw", [...CACHES], async () => {
    const session = await db.metadata.get(SESSION);
    for (const store of CACHES)
      await store.filter((row) => row.account === account || row.account === EVERYBODY).delete();
    if (session !== undefined) await db.metadata.put(session);
  });
}

/** How many orders and providers are stored for this account. */
export async function countCached(account: string | null): Promise<{ orders: number; providers: number }> {
  return {
    orders: account === null ? 0 : await db.orders.filter(isOf(account)).count(),
    providers: await db.providers.filter(isOf(EVERYBODY)).count(),
  };
}
