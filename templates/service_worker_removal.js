// Takes the service worker's place where it is switched off (SERVICE_WORKER=0), and takes it away with all that it
// kept. Pages that are open go on; the next ones come from the network alone.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const leave = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(leave());
});
