import { Dexie, type EntityTable } from "dexie";

/** What a person did without a connection; spec.md point 3, with what sending it safely needs besides. */
export type Action = {
  /** Also the Idempotency-Key: however often it is sent, it takes effect once. */
  id: string;
  type: "rate" | "reschedule" | "update_order" | "create_review" | "generic";
  url: string;
  method: string;
  data: unknown;
  /** When it was done: milliseconds by the server's clock. */
  timestamp: number;
  retryCount: number;
  /** The id of the account that did it: it is sent as nobody else. */
  account: string;
  /** What is sent one after the other: the id of the order that it is about, else its own. */
  entityId: string;
  /** Its position in the queue; times are no order on a device whose clock is set. */
  position: number;
  /** The `ETag` of the order as the person saw it; null where nothing is guarded. */
  baseVersion: string | null;
  /** Not to be sent before: milliseconds by the server's clock. */
  dueAt: number;
  /** The attempts that failed, the first one first. */
  failures: readonly FailedAttempt[];
  /** Why it waits for a decision of the person; null while it is to be sent. */
  error: QueueError | null;
};

/** When an attempt failed (milliseconds by the server's clock), and the HTTP status; 0 where nothing that counts came back. */
export type FailedAttempt = { at: number; status: number };

/** "failed": five attempts had no response that counts. "refused": the server will never take it. "conflict": the order has changed meanwhile. */
export type QueueError = {
  kind: "failed" | "refused" | "conflict";
  /** The HTTP status; 0 where nothing that counts came back. */
  status: number;
  /** The server's sentence for a person; null when there was none. */
  text: string | null;
  /** The order as it stands on the server, of a conflict. */
  current: unknown;
};

/** Whose row it is, the empty text for everybody's, and when it was stored (milliseconds, server's clock). */
type CachedRow = { account: string; timestamp: number };
type CachedOrder = CachedRow & { id: string; customerId: string; status: string; order: unknown };
type CachedProvider = CachedRow & { key: string; postalCode: string; rank: number; provider: unknown };
type CachedTracking = CachedRow & { orderId: string; order: unknown; etag: string | null };
type CachedReview = CachedRow & { id: string; providerId: string; rank: number; review: unknown };
type CachedValue = CachedRow & { key: string; value: unknown };

/**
 * The store's first version, as spec.md point 3 names it. A later one is declared after it, with its `upgrade`; what waits to
 * be sent must come through.
 */
export const FIRST_VERSION = {
  offline_actions: "id, type, timestamp",
  orders: "id, customerId, status, timestamp",
  providers: "key, postalCode, timestamp",
  order_tracking: "orderId",
  reviews: "id, providerId, timestamp",
  metadata: "key, value",
};

/** The device's own store (spec.md point 3): what was done, and what was seen, without a connection. */
class LocalStore extends Dexie {
  declare readonly offline_actions: EntityTable<Action, "id">;
  declare readonly orders: EntityTable<CachedOrder, "id">;
  declare readonly providers: EntityTable<CachedProvider, "key">;
  declare readonly order_tracking: EntityTable<CachedTracking, "orderId">;
  declare readonly reviews: EntityTable<CachedReview, "id">;
  declare readonly metadata: EntityTable<CachedValue, "key">;

  constructor(name = "suuber") {
    super(name);
    this.version(1).stores(FIRST_VERSION);
  }
}

export const db = new LocalStore();

// An old page does not hold back the version that a newer one brings, and opens that one when it has something to keep.
db.on("versionchange", () => {
  db.close({ disableAutoOpen: false });
  return false;
});

/** The device stores nothing: storage is full, or refused as in a private window. */
class CannotStore extends Error {
  override readonly name = "CannotStore";
}

/** Runs what writes; throws `CannotStore` where the device refuses. */
export async function writeToStore<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    throw new CannotStore("The device could not keep it.", { cause });
  }
}
