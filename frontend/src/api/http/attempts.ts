import { ApiError } from "./api-error";
import { idempotencyKey } from "./client";

// One Idempotency-Key per intention: pressing again after a lost response sends the same key. In a module, because a
// dialog that is closed and opened again continues the same intention.
const open = new Map<string, string>();

/** The name of an intention: method, URL and body. */
export function intentionOf(method: string, address: string, body: unknown): string {
  return `${method} ${address} ${JSON.stringify(body)}`;
}

/**
 * A new PUT/PATCH/DELETE to a URL cancels retries of older ones: the same request later is a new intention, and must
 * not get the stored old response. POSTs are independent.
 */
function forgetOvertaken(intention: string): void {
  const [method, address] = intention.split(" ", 2);
  if (method === "post") return;
  for (const other of open.keys()) {
    const [otherMethod, otherAddress] = other.split(" ", 2);
    if (otherMethod !== "post" && otherAddress === address) open.delete(other);
  }
}

/** The key of an intention: the same until the server has decided, or the queue has it. */
export function keyOf(intention: string): string {
  const key = open.get(intention) ?? idempotencyKey();
  open.set(intention, key);
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
    throw error;
  }
}
