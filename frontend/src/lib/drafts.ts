import { forgetSent } from "./sent-drafts";
import { readStored, writeStored } from "./storage";

const STORAGE_KEY = "drafts";

/** What was filled in, and by which account; null is a visitor. */
type Draft = { owner: string | null; value: unknown };

function all(): Record<string, Draft | null> {
  try {
    const stored: unknown = JSON.parse(readStored("session", STORAGE_KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, Draft | null>) : {};
  } catch {
    return {};
  }
}

function write(drafts: Record<string, Draft | null>): void {
  writeStored("session", STORAGE_KEY, Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts));
}

/** Keeps a half-filled form of this tab, over reloads and while its person signs in. `owner` is the account's id. */
export function saveDraft(name: string, owner: string | null, value: unknown): void {
  write({ ...all(), [name]: { owner, value } });
}

/** What was saved under a name. A visitor's form goes on with whoever signs in; an account's is nobody else's: null then. */
export function savedDraft(name: string, owner: string | null): unknown {
  const stored = all()[name];
  if (stored === undefined || stored === null) return null;
  if (stored.owner === null || stored.owner === owner) return stored.value;
  // Another account uses this tab now. A visitor may be the same person, whose session has ended.
  if (owner !== null) forgetDrafts(name);
  return null;
}

/** The form of one name under another as well, as it stands: what was filled in for one provider, for another. */
export function copyDraft(from: string, to: string): void {
  const stored = all()[from];
  if (stored !== undefined) write({ ...all(), [to]: stored });
}

/** Forgets the forms of these names, and how they were sent; without a name every one, as signing out does. */
export function forgetDrafts(...names: string[]): void {
  const rest = Object.entries(all()).filter(([name]) => names.length > 0 && !names.includes(name));
  write(Object.fromEntries(rest));
  forgetSent(...names);
}

/** The names under which the forms for one provider are saved, and the address that is to be saved with an order. */
export const draftName = {
  booking: (providerId: string): string => `booking ${providerId}`,
  recurring: (providerId: string): string => `recurring ${providerId}`,
  address: (orderId: string): string => `address ${orderId}`,
};
