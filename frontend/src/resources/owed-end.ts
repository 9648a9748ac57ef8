import { readStored, writeStored } from "@/lib/storage";

import { call } from "./client";

// Who signs out without a connection is signed out here; the server is told before anything else is asked.
const STORAGE_KEY = "sign-out-owed";

export function isEndOwed(): boolean {
  return readStored("local", STORAGE_KEY) !== null;
}

/** Notes that the server is still to be told; false where the browser keeps no notes. */
export function oweEnd(): boolean {
  writeStored("local", STORAGE_KEY, "1");
  return isEndOwed();
}

/** Whoever signs in anew owes nothing any more. */
export function forgetOwed(): void {
  writeStored("local", STORAGE_KEY, null);
}

/** Ends on the server the session that was ended here before. Throws as `call` does. */
export async function endOwed(): Promise<void> {
  if (!isEndOwed()) return;
  await call("post", "/api/auth/logout");
  forgetOwed();
}
