import { forgetSent } from "./sent-drafts";
import { readStored, writeStored } from "./storage";

const STORAGE_KEY = "drafts";

/** What was filled in, and by which account; null is a visitor. */
type Kept = { owner: string | null; value: unknown };

function all(): Record<string, Kept | null> {
  try {
    const kept: unknown = JSON.parse(readStored("session", STORAGE_KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, Kept | null>) : {};
  } catch {
    return {};
  }
}

function write(drafts: Record<string, Kept | null>): void {
  writeStored("session", STORAGE_KEY, Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts));
}

/** Keeps a half-filled form of this tab, over reloads and while its person signs in. `owner` is the account's id. */
export function keepDraft(name: string, owner: string | null, value: unknown): void {
  write({ ...all(), [name]: { owner, value } });
}

/** What was kept under a name. A visitor's form goes on with whoever signs in; an account's is nobody else's: null then. */
export function keptDraft(name: string, owner: string | null): unknown {
  const kept = all()[name];
  if (kept === undefined || kept === null) return null;
  if (kept.owner === null || kept.owner === owner) return kept.value;
  // Another account uses this tab now. A visitor may be the same person, whose session has ended.
  if (owner !== null) forgetDrafts(name);
  return null;
}

/** The form of one name under another as well, as it stands: what was filled in for one provider, for another. */
export function copyDraft(from: string, to: string): void {
  const kept = all()[from];
  if (kept !== undefined) write({ ...all(), [to]: kept });
}

/** Forgets the forms of these names, and how they were sent; without a name every one, as signing out does. */
export function forgetDrafts(...names: string[]): void {
  const rest = Object.entries(all()).filter(([name]) => names.length > 0 && !names.includes(name));
  write(Object.fromEntries(rest));
  forgetSent(...names);
}

/** The names under which the forms for one provider are kept, and the address that is to be kept with an order. */
export const draftName = {
  booking: (providerId: string): string => `booking ${providerId}`,
  recurring: (providerId: string): string => `recurring ${providerId}`,
  address: (orderId: string): string => `address ${orderId}`,
};
