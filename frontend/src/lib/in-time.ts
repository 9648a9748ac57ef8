/** How long the device's store may take: some browsers' IndexedDB never answers. */
const LIMIT_MS = 2000;

/** Rejects if the device's store has not answered within two seconds. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, LIMIT_MS))]);
}
