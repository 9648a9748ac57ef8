/** The Background Sync tag (specification point 7). */
export const TAG = "offline-actions";

/** The name of what is stored while a sign-out made offline is still to be sent. */
export const PENDING_SIGN_OUT = "pending-sign-out";

type Registration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

/** Missing on insecure origins (http:), and in some private windows. */
export const workers = (): ServiceWorkerContainer | undefined =>
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;

/** Registers a Background Sync, for browsers that have it. */
export async function wakeWorker(): Promise<void> {
  const registration: Registration | undefined = await workers()?.getRegistration();
  await registration?.sync?.register(TAG);
}
