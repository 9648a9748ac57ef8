import { ApiError } from "./api-error";
import { idempotencyKey } from "./client";

// One Idempotency-Key an intention: what a person presses again after a lost response goes out with the first one's key.
// Kept here and not in a component: a dialog that is closed and opened again holds the same intention.
const open = new Map<string, string>();

/** What names an intention: the call and its body. */
export function intentionOf(method: string, address: string, body: unknown): string {
  return `${method} ${address} ${JSON.stringify(body)}`;
}

/**
 * What was wanted of the same address before, and has no response, is over once something else was set there: whoever wants
 * it again wants it anew, and must not be told what the server said then. What adds (a POST) stands by itself.
 */
function forgetOvertaken(intention: string): void {
  const [method, address] = intention.split(" ", 2);
  if (method === "post") return;
  for (const other of open.keys()) {
    const [otherMethod, otherAddress] = other.split(" ", 2);
    if (otherMethod !== "post" && otherAddress === address) open.delete(other);
  }
}

/** The key under which an intention went out, and has no response yet; undefined where it did not, or is decided. */
export function openKey(intention: string): string | undefined {
  return open.get(intention);
}

/** The intention goes on elsewhere, in the queue of this device. */
export function handOver(intention: string): void {
  open.delete(intention);
}

/** True where the server has decided; a lost response, a call that still runs and one that was held back have not. */
function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![408, 409, 429].includes(error.status);
}

/** Sends with the key of this intention (method, address and body); it ends with the server's decision. */
export async function attempt<T>(intention: string, send: (key: string) => Promise<T>): Promise<T> {
  const key = open.get(intention) ?? idempotencyKey();
  open.set(intention, key);
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
