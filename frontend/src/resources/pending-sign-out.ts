import { readStored, writeStored } from "@/lib/storage";

import { call } from "./client";

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

/** Ends on the server the session that was ended here before. Throws as `call` does. */
export async function sendPendingSignOut(): Promise<void> {
  if (!isSignOutPending()) return;
  await call("post", "/api/auth/logout");
  clearPendingSignOut();
}
