import { readStored, writeStored } from "@/lib/storage";

import { PENDING_SIGN_OUT, wakeWorker } from "./wake-worker";

// A sign-out while offline takes effect on the device at once; it is sent before any other request. For the service
// worker, which sends it where no page is opened again, a cache of this name says so: it cannot read localStorage.
async function noteForWorker(): Promise<void> {
  await caches.open(PENDING_SIGN_OUT);
  await wakeWorker();
}

export function isSignOutPending(): boolean {
  return readStored("local", PENDING_SIGN_OUT) !== null;
}

/** Notes that the sign-out is still to be sent; false if the browser cannot store that. */
export function setSignOutPending(): boolean {
  writeStored("local", PENDING_SIGN_OUT, "1");
  // Without caches, as on an insecure origin, there is no worker either.
  void noteForWorker().catch(() => undefined);
  return isSignOutPending();
}

/** A new sign-in makes the pending sign-out void. */
export function clearPendingSignOut(): void {
  writeStored("local", PENDING_SIGN_OUT, null);
  void (async () => caches.delete(PENDING_SIGN_OUT))().catch(() => undefined);
}
