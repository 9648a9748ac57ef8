// What the queue has sent is written into the cached responses: both are one truth. A module of its own, because the
// service worker sends, too, but reads no cache.
import { db, type Action } from "./db";

/** A response of the server. */
export type SentResponse = { data: unknown; etag: string | null };
export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const textIn = (row: Row, name: string): string => (typeof row[name] === "string" ? row[name] : "");
export const rowsIn = (data: unknown): Row[] => (Array.isArray(data) ? data.filter(isRow) : []);

/** Changes the rows of a cached list; does nothing if it is not cached. */
async function changeList(account: string, address: string, change: (rows: Row[]) => Row[]): Promise<void> {
  const row = await db.metadata.get(`${account} ${address}`);
  if (row === undefined || !isRow(row.value) || !Array.isArray(row.value["data"])) return;
  await db.metadata.put({ ...row, value: { ...row.value, data: change(rowsIn(row.value["data"])) } });
}

/** Changes what is cached of an order; adds no fields. */
function changed(order: unknown, changes: Row): Row {
  const fields = Object.entries(Object(order) as Row);
  return Object.fromEntries(fields.map(([name, value]) => [name, name in changes ? changes[name] : value]));
}

/** Changes an order wherever it is cached. `etag`: its new version, if it has one. */
async function changeOrder(account: string, id: string, changes: Row, etag: string | null = null): Promise<void> {
  const tracked = await db.order_tracking.get(id);
  if (tracked?.account === account)
    await db.order_tracking.put({
      ...tracked,
      order: changed(tracked.order, changes),
      etag: etag ?? tracked.etag,
    });
  const listed = await db.orders.get(id);
  if (listed?.account === account) await db.orders.put({ ...listed, order: changed(listed.order, changes) });
  await changeList(account, "/api/provider/orders", (jobs) =>
    jobs.map((job) => (job["id"] === id ? { ...job, ...changes } : job)),
  );
}

/** What `storeSent` writes to. */
export const SENT_IN = [db.orders, db.order_tracking, db.metadata] as const;

/** Answered by a list: both handovers of an order. */
export const HANDOVERS = /\/(?:proofs|handover-code)$/;

/** A write that was sent; `entityId`: the order that it is about, if it is about one. */
export type Sent = Pick<Action, "account" | "entityId" | "url" | "method" | "data">;

/**
 * Stores what the server has answered to a write, in the caller's transaction: offline, and until the next response, its
 * screens show what was sent.
 */
export async function storeSent(
  { account, entityId, url, method, data: sent }: Sent,
  { data, etag }: SentResponse,
): Promise<void> {
  const ofOrder = `/api/orders/${entityId}`;
  if (/\/(?:rating|reviews)$/.test(url)) {
    if (isRow(sent)) await changeOrder(account, entityId, { rating: sent["rating"], reviewable: false });
  } else if (method === "DELETE") {
    const list = url.slice(0, url.lastIndexOf("/"));
    await changeList(account, list, (rows) => rows.filter(({ id }) => !url.endsWith(`/${String(id)}`)));
  } else if (HANDOVERS.test(url)) {
    await changeList(account, `${ofOrder}/handovers`, () => rowsIn(data));
  } else if (isRow(data)) {
    const { id } = data;
    // A photo is a message, too.
    if (url.startsWith(`${ofOrder}/messages`))
      await changeList(account, `${ofOrder}/messages`, (lines) => [...lines.filter((line) => line["id"] !== id), data]);
    else if (id === entityId) await changeOrder(account, entityId, data, etag);
    else
      await changeList(account, `/api/recurring-bookings/customer/${account}`, (bookings) =>
        bookings.map((booking) => (booking["id"] === id ? data : booking)),
      );
  }
}
