import { forgetSent } from "./sent-drafts";
import { storedRecord } from "./stored-record";

/** A form's values, and the account that filled them in; null is a visitor. */
type Draft = { owner: string | null; value: unknown };

const drafts = storedRecord<Draft>("session", "drafts");

/** Stores a form's values for this tab, over reloads and sign-in. `owner` is the account's id. */
export function saveDraft(name: string, owner: string | null, value: unknown): void {
  drafts.set(name, { owner, value });
}

/** The stored values, or null. A visitor's draft passes to whoever signs in; an account's is only its own. */
export function savedDraft(name: string, owner: string | null): unknown {
  const stored = drafts.get(name);
  if (stored === null) return null;
  if (stored.owner === null || stored.owner === owner) return stored.value;
  // Another account uses this tab now. For a visitor keep it: the owner's session may have expired.
  if (owner !== null) forgetDrafts(name);
  return null;
}

/** Copies a draft to another name, such as from one provider's form to another's. */
export function copyDraft(from: string, to: string): void {
  const stored = drafts.get(from);
  if (stored !== null) drafts.set(to, stored);
}

/** Deletes drafts, and how they were sent; without names all of them, as at sign-out. */
export function forgetDrafts(...names: string[]): void {
  drafts.forget(...names);
  forgetSent(...names);
}

/** Draft names: forms by provider, and the address to save by order. */
export const draftName = {
  booking: (providerId: string): string => `booking ${providerId}`,
  recurring: (providerId: string): string => `recurring ${providerId}`,
  address: (orderId: string): string => `address ${orderId}`,
};
