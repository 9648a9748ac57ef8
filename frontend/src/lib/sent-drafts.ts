import { readStored, writeStored, type StorageArea } from "./storage";

const STORAGE_KEY = "sent-drafts";

/** A form that was sent: what it said, under which Idempotency-Key, and what came of it. */
export type SentDraft = {
  /** Of everything that was sent, the account among it. */
  fingerprint: string;
  /** The account that sent it. */
  owner: string;
  key: string;
  /** What the server made of it; null until its response has come. */
  result: { id: string; at: string; until: string | null } | null;
};

/** This tab's own memory lasts as long as its form; the one that the tabs share, until one of them is done with it. */
const AREAS: readonly StorageArea[] = ["session", "local"];

function all(area: StorageArea): Record<string, SentDraft | null> {
  try {
    const stored: unknown = JSON.parse(readStored(area, STORAGE_KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, SentDraft | null>) : {};
  } catch {
    return {};
  }
}

/** Remembers how the form of this name was sent, for this tab and for others that show the same. */
export function saveSent(name: string, sent: SentDraft): void {
  for (const area of AREAS) writeStored(area, STORAGE_KEY, JSON.stringify({ ...all(area), [name]: sent }));
}

/** How the form of this name was sent when it said the same; null if it never was. */
export function savedSent(name: string, fingerprint: string): SentDraft | null {
  return lastSent(name).find((sent) => sent.fingerprint === fingerprint) ?? null;
}

/** How the form of this name was sent last, from this tab and from any. */
export function lastSent(name: string): SentDraft[] {
  return AREAS.map((area) => all(area)[name]).filter((sent) => sent !== undefined && sent !== null);
}

/** Forgets how the forms of these names were sent; without a name every one. */
export function forgetSent(...names: string[]): void {
  for (const area of AREAS) {
    const rest = Object.entries(all(area)).filter(([name]) => names.length > 0 && !names.includes(name));
    writeStored(area, STORAGE_KEY, rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest)));
  }
}
