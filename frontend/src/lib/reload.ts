/** Reloads the page if the server answers: the browser's own error page would help nobody. Then it does not return. */
export async function reloadIfReachable(): Promise<void> {
  const response = await fetch(window.location.href, { method: "HEAD" }).catch(() => null);
  if (response === null || response.status >= 500) return;
  window.location.reload();
  await new Promise(() => undefined);
}
