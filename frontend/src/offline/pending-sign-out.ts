import { readStored, writeStored } from "@/lib/storage";

// A sign-out while offline takes effect on the device at once; it is sent before any other request.
const STORAGE_KEY = "sign-out-owed";

export function isSignOutPending(): boolean {
  return readStored("local", STORAGE_KEY) !== null;
}

/** Notes that the sign-out is still to be sent; false if the browser cannot store that. */
export function setSignOutPending(): boolean {
  writeStored("local", STORAGE_KEY, "1");
  return isSignOutPending();
}

/** A new sign-in makes the pending sign-out void. */
export function clearPendingSignOut(): void {
  writeStored("local", STORAGE_KEY, null);
}
