import { forgetDrafts, savedDraft, saveDraft } from "@/lib/drafts";
import { fingerprintOf } from "@/lib/fingerprint";

import { idempotencyKey } from "./client";

/** A form's draft; the account's id, null for a visitor. */
export type SentFrom = { name: string; owner: string | null };

type StoredKey = { fingerprint: string; key: string };

/** The key under which the content was sent before, if that has not ended well. */
function savedKey(name: string, owner: string | null, fingerprint: string): string | null {
  const stored = savedDraft(name, owner) as StoredKey | null;
  return stored?.fingerprint === fingerprint ? stored.key : null;
}

/**
 * Sends a form's content under an Idempotency-Key that is stored in this tab until it has arrived: pressed again after
 * a lost response and a reload, it does not arrive twice. Other content has a key of its own.
 */
export async function sendFromDraft<T>(
  { name, owner }: SentFrom,
  content: unknown,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const stored = `${name} key`;
  const fingerprint = fingerprintOf(content);
  const key = savedKey(stored, owner, fingerprint) ?? idempotencyKey();
  saveDraft(stored, owner, { fingerprint, key } satisfies StoredKey);
  const response = await send(key);
  forgetDrafts(stored);
  return response;
}
