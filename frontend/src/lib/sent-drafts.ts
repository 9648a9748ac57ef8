import { storedRecord } from "./stored-record";

/** A form that was sent: a hash of its content, its Idempotency-Key, and the result. */
export type SentDraft = {
  /** Hash of all that was sent, including the account. */
  fingerprint: string;
  /** The account that sent it. */
  owner: string;
  key: string;
  /** The ids of the orders that the form had placed before; older versions of the app stored none. */
  before?: readonly string[];
  /** The placed order; null until the response. */
  result: { id: string; at: string; until: string | null } | null;
};

/** sessionStorage for this tab's form; localStorage shared by the tabs, until one of them is done with it. */
export const records = (["session", "local"] as const).map((area) => storedRecord<SentDraft>(area, "sent-drafts"));

/** Stores how a form was sent, for this tab and the others. */
export function saveSent(name: string, sent: SentDraft): void {
  for (const record of records) record.set(name, sent);
}

/** The earlier sending with the same content; null if there was none. */
export function savedSent(name: string, fingerprint: string): SentDraft | null {
  return lastSent(name).find((sent) => sent.fingerprint === fingerprint) ?? null;
}

/** The last sendings of a form, from this tab and from any. */
export function lastSent(name: string): SentDraft[] {
  return records.map((record) => record.get(name)).filter((sent) => sent !== null);
}

/** Deletes how forms were sent; without names all of them. */
export function forgetSent(...names: string[]): void {
  for (const record of records) record.forget(...names);
}
