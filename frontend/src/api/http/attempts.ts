import { deviceTime } from "@/lib/server-clock";

import { ApiError } from "./api-error";
import { idempotencyKey } from "./client";

/** Pressed later than this, the same is meant anew. The server keeps its responses for far longer. */
const SAME_FOR_MS = 10 * 60_000;

/** `lostAt`: when its last attempt ended without a decision; Infinity before. */
type Key = { key: string; lostAt: number };

// One Idempotency-Key per intention: pressing again after a lost response sends the same key. In a module, because a
// dialog that is closed and opened again continues the same intention.
const open = new Map<string, Key>();

/** The name of an intention: method, URL and body. */
export function intentionOf(method: string, address: string, body: unknown): string {
  return `${method} ${address} ${JSON.stringify(body)}`;
}

/** What a POST is about: what it stands below ("/api/provider" for its "/pause"), or a collection. */
function resourceOf(address: string): string {
  const parent = address.slice(0, address.lastIndexOf("/"));
  return parent.lastIndexOf("/") <= 0 ? address : parent;
}

/**
 * A write cancels retries of older ones: the same request later is a new intention, and must not get the stored old
 * response. That of a PUT/PATCH/DELETE ends with one to the same URL; that of a POST with any other write to what it is
 * about, as "resume" with "pause". Two POSTs to one URL are independent.
 */
function forgetOvertaken(intention: string): void {
  const [method, address = ""] = intention.split(" ", 2);
  for (const [other, { lostAt }] of open) {
    const [otherMethod, otherAddress = ""] = other.split(" ", 2);
    const isOver =
      otherMethod !== "post" || address === otherAddress
        ? method !== "post" && address === otherAddress
        : lostAt < Infinity && `${address}/`.startsWith(`${resourceOf(otherAddress)}/`);
    if (isOver) open.delete(other);
  }
}

/** The key of an intention: the same until the server has decided, or the queue has it. */
export function keyOf(intention: string): string {
  const known = open.get(intention);
  if (known !== undefined && deviceTime() - known.lostAt < SAME_FOR_MS) return known.key;
  const key = idempotencyKey();
  open.set(intention, { key, lostAt: Infinity });
  return key;
}

/** The offline queue now owns this intention. */
export function handOver(intention: string): void {
  open.delete(intention);
}

/** True if the server has decided; a lost response, a running request (409) or a rate limit has not. */
function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![408, 409, 429].includes(error.status);
}

/** Sends under the key of this intention, which is kept until the server has decided. */
export async function attempt<T>(intention: string, send: (key: string) => Promise<T>): Promise<T> {
  const key = keyOf(intention);
  try {
    const response = await send(key);
    open.delete(intention);
    forgetOvertaken(intention);
    return response;
  } catch (error) {
    if (isDecided(error)) open.delete(intention);
    else if (open.get(intention)?.key === key) open.set(intention, { key, lostAt: deviceTime() });
    throw error;
  }
}
