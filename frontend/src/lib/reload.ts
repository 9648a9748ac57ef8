/** Reloads the page if the server answers: the browser's own error page would help nobody. Then it does not return. */
export async function reloadIfReachable(): Promise<void> {
  const response = await fetch(window.location.href, { method: "HEAD" }).catch(() => null);
  if (response === null || response.status >= 500) return;
  window.location.reload();
  await new Promise(() => undefined);
}

/** What "Try again" does: a service worker serves the page without a connection, too; else the server is asked first. */
export function reloadOnRetry(): void {
  // Missing on insecure origins (http:).
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (serviceWorker?.controller) window.location.reload();
  else void reloadIfReachable();
}
