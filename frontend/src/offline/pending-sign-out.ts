import { readStored, writeStored } from "@/lib/storage";

// Who signs out without a connection is signed out here; the sign-out is sent before any other request.
const STORAGE_KEY = "sign-out-owed";

export function isSignOutPending(): boolean {
  return readStored("local", STORAGE_KEY) !== null;
}

/** Notes that the sign-out is still to be sent; false where the browser stores nothing. */
export function setSignOutPending(): boolean {
  writeStored("local", STORAGE_KEY, "1");
  return isSignOutPending();
}

/** Whoever signs in anew has no pending sign-out any more. */
export function clearPendingSignOut(): void {
  writeStored("local", STORAGE_KEY, null);
}
