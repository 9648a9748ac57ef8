import { forgetDrafts, savedDraft, saveDraft } from "@/lib/drafts";

import { idempotencyKey } from "./client";

/** A short hash of the content (FNV-1a, twice), so that no address lies in the storage shared by all tabs. */
export function fingerprintOf(content: unknown): string {
  const text = JSON.stringify(content);
  return [0x811c9dc5, 0x9e3779b9]
    .map((seed) => {
      let hash = seed;
      for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      return (hash >>> 0).toString(16).padStart(8, "0");
    })
    .join("");
}

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
