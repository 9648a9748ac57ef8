import { Dexie, type EntityTable } from "dexie";

// Relative, because the browser tests, which know no "@", read this file, too.
import { inTime } from "../lib/in-time";

/** An action queued offline (specification point 3), with what is needed to send it safely. */
export type Action = {
  /** Also the Idempotency-Key: sent more than once, it takes effect once. */
  id: string;
  type: "rate" | "reschedule" | "update_order" | "create_review" | "generic";
  url: string;
  method: string;
  data: unknown;
  /** When it was done: milliseconds by the server's clock. */
  timestamp: number;
  retryCount: number;
  /** The id of the account that did it; it is never sent under another one. */
  account: string;
  /** FIFO key: the id of the order that it is about, else its own id. */
  entityId: string;
  /** Position in the queue. Timestamps give no order if the device's clock was changed. */
  position: number;
  /** The `ETag` of the order as the user saw it, sent as If-Match; null for none. */
  baseVersion: string | null;
  /** Not to be sent before: milliseconds by the server's clock. */
  dueAt: number;
  /**
   * The page on which it was done is to send it itself; from here it is sent only if it has not come to that by
   * `dueAt`. Until then nothing waits behind it, and only a sign-out counts it.
   */
  isBackup?: true;
  /** Failed attempts, oldest first. */
  failures: readonly FailedAttempt[];
  /** Why it waits for the user's decision; null while it is to be sent. */
  error: QueueError | null;
};

/** When an attempt failed (milliseconds, server's clock), and the HTTP status; 0 for no valid response. */
export type FailedAttempt = { at: number; status: number };

/**
 * "failed": five attempts without a valid response. "refused": the server will never accept it. "conflict": the order
 * has changed meanwhile.
 */
export type QueueError = {
  kind: "failed" | "refused" | "conflict";
  /** The HTTP status; 0 for no valid response. */
  status: number;
  /** The server's error code, if it has refused it; rows of older versions of the app have none. */
  code?: string;
  /** The server's message for the user; null if there was none. */
  text: string | null;
  /** For a conflict: the order as it is on the server now. */
  current: unknown;
};

/** `account`: the owner, "" for public rows. `timestamp`: when it was stored (milliseconds, server's clock). */
type CachedRow = { account: string; timestamp: number };
type CachedOrder = CachedRow & { id: string; customerId: string; status: string; order: unknown };
type CachedProvider = CachedRow & { key: string; postalCode: string; rank: number; provider: unknown };
type CachedTracking = CachedRow & { orderId: string; order: unknown; etag: string | null };
type CachedReview = CachedRow & { id: string; providerId: string; rank: number; review: unknown };
type CachedValue = CachedRow & { key: string; value: unknown };

/**
 * Version 1 of the schema, as specification point 3 names it. Declare a later version after it, with an `upgrade` that
 * keeps the queued actions.
 */
export const FIRST_VERSION = {
  offline_actions: "id, type, timestamp",
  orders: "id, customerId, status, timestamp",
  providers: "key, postalCode, timestamp",
  order_tracking: "orderId",
  reviews: "id, providerId, timestamp",
  metadata: "key, value",
};

/** The device's IndexedDB (specification point 3): queued actions and cached responses. */
class DeviceDatabase extends Dexie {
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

export const db = new DeviceDatabase();

// An old page must not block a newer version's upgrade: it closes, and reopens when it has something to store.
db.on("versionchange", () => {
  db.close({ disableAutoOpen: false });
  return false;
});

/** The device cannot store: storage is full, blocked as in a private window, or silent. */
class CannotStore extends Error {
  override readonly name = "CannotStore";
}

/** Runs a write; throws `CannotStore` if it fails. */
export async function writeToStore<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await inTime(write());
  } catch (cause) {
    throw new CannotStore("The device could not keep it.", { cause });
  }
}
