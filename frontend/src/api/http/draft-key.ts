import { fingerprintOf } from "@/lib/fingerprint";
import { now } from "@/lib/server-clock";
import { storedRecord } from "@/lib/stored-record";

import { idempotencyKey } from "./client";

/** A form's draft; the account's id, null for a visitor. */
export type SentFrom = { name: string; owner: string | null };

/** `at`: when it was first sent. */
type StoredKey = { fingerprint: string; key: string; at: number };

/** Pressed later than this, the same words are meant anew. The server keeps its responses for longer. */
const SAME_FOR_MS = 24 * 60 * 60_000;

// With how this tab's other forms were sent (sent-drafts.ts), so that it goes with its draft: whoever empties the form
// and writes the same words again means them anew.
const keys = storedRecord<StoredKey>("session", "sent-drafts");

/** The key under which the content was sent before, if that has not ended well. */
function savedKey(name: string, fingerprint: string): StoredKey | null {
  const stored = keys.get(name);
  return stored?.fingerprint === fingerprint && now() - stored.at < SAME_FOR_MS ? stored : null;
}

/**
 * Sends a form's content under an Idempotency-Key that is stored in this tab until it has arrived, or its draft goes:
 * pressed again after a lost response and a reload, it does not arrive twice. Other content has a key of its own.
 */
export async function sendFromDraft<T>(
  { name, owner }: SentFrom,
  content: unknown,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const fingerprint = fingerprintOf([owner, content]);
  const stored = savedKey(name, fingerprint) ?? { fingerprint, key: idempotencyKey(), at: now() };
  keys.set(name, stored);
  const response = await send(stored.key);
  keys.forget(name);
  return response;
}
