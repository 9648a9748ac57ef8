import { readStored, writeStored, type StorageArea } from "./storage";

const STORAGE_KEY = "sent-drafts";

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
const AREAS: readonly StorageArea[] = ["session", "local"];

function all(area: StorageArea): Record<string, SentDraft | null> {
  try {
    const stored: unknown = JSON.parse(readStored(area, STORAGE_KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, SentDraft | null>) : {};
  } catch {
    return {};
  }
}

/** Stores how a form was sent, for this tab and the others. */
export function saveSent(name: string, sent: SentDraft): void {
  for (const area of AREAS) writeStored(area, STORAGE_KEY, JSON.stringify({ ...all(area), [name]: sent }));
}

/** The earlier sending with the same content; null if there was none. */
export function savedSent(name: string, fingerprint: string): SentDraft | null {
  return lastSent(name).find((sent) => sent.fingerprint === fingerprint) ?? null;
}

/** The last sendings of a form, from this tab and from any. */
export function lastSent(name: string): SentDraft[] {
  return AREAS.map((area) => all(area)[name]).filter((sent) => sent !== undefined && sent !== null);
}

/** Deletes how forms were sent; without names all of them. */
export function forgetSent(...names: string[]): void {
  for (const area of AREAS) {
    const rest = Object.entries(all(area)).filter(([name]) => names.length > 0 && !names.includes(name));
    writeStored(area, STORAGE_KEY, rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest)));
  }
}
