// The service worker caches the app's files and one page, the app page, which stands in for every URL of the app while
// the server cannot be reached. It caches no other page and no API response: those are private, and are stored per
// account in IndexedDB.
import { clientsClaim } from "workbox-core";
import { PrecacheController, type PrecacheEntry } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkOnly } from "workbox-strategies";

import { isAppPage, isAsset, withNewNonce } from "./worker/app-page";
import { pagesOf, staticRoutes, type StaticRoute } from "./worker/app-routes";
import { pushesOf } from "./worker/pushes";
import { sendQueueInBackground } from "./worker/queue-sync";

type RoutedInstall = ExtendableEvent & { addRoutes: (routes: StaticRoute[]) => Promise<void> };
declare const self: ServiceWorkerGlobalScope & { InstallEvent?: { prototype: object } };

// Replaced by the build.
declare const TEXTS_HASH: string;
declare const ASSETS: string;
declare const OTHER_FILES: PrecacheEntry[];
/** The paths of the app's pages. */
declare const ROUTES: readonly string[];
const TEXTS_PREFIX = "texts-";
const TEXTS = TEXTS_PREFIX + TEXTS_HASH;

const APP_PAGE = "/shell";
// Replaced by the server: a new value makes a new worker, which fetches the app page again.
const REVISION = "SHELL_REVISION";
/** How long a page may take before the app page is shown instead, in seconds. */
const PATIENCE_S = 3;
/** What a proxy answers when it does not reach the server. */
const UNREACHED: readonly number[] = [502, 503, 504];

const isPage = pagesOf(ROUTES);

const files: PrecacheController = new PrecacheController({
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) => {
        const isGood =
          new URL(request.url).pathname === APP_PAGE ? await isAppPage(response, isFile) : isAsset(response);
        return isGood ? response : null;
      },
    },
  ],
});
files.addToCacheList([
  ...ASSETS.split(" ").map((name) => ({ url: `/static/app/assets/${name}`, revision: null })),
  ...OTHER_FILES,
  { url: APP_PAGE, revision: REVISION },
]);

function isFile(address: string): boolean {
  return files.getCacheKeyForURL(address) !== undefined;
}

async function appPage(): Promise<Response | undefined> {
  const cached = await files.matchPrecache(APP_PAGE);
  return cached && withNewNonce(cached);
}

const pages = new NetworkOnly({
  networkTimeoutSeconds: PATIENCE_S,
  plugins: [
    {
      // The browser may have evicted the app page when space was short: then wait for the network.
      handlerDidError: async ({ request }) => (await appPage()) ?? fetch(request),
      handlerWillRespond: async ({ response }) =>
        UNREACHED.includes(response.status) ? ((await appPage()) ?? response) : response,
    },
  ],
});

registerRoute(
  ({ request, sameOrigin, url }) => request.mode === "navigate" && sameOrigin && isPage(url.pathname),
  pages,
);
registerRoute(({ request, url }) => request.mode !== "navigate" && isFile(url.href), files.strategy);

// Only the English texts are precached; another language is cached on its first use.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.endsWith(`-${TEXTS_HASH}.json`),
  new CacheFirst({ cacheName: TEXTS }),
);

/** Deletes the cached texts of other builds. */
async function forgetOldTexts(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(TEXTS_PREFIX) && name !== TEXTS);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// Navigation preload requests every page, also those that the worker leaves alone, which would then be fetched twice.
// With static routes the worker does not see those.
const supportsStaticRoutes = self.InstallEvent !== undefined && "addRoutes" in self.InstallEvent.prototype;

self.addEventListener("install", (event) => {
  void files.install(event);
  if (supportsStaticRoutes) event.waitUntil((event as RoutedInstall).addRoutes(staticRoutes(ROUTES)));
});
self.addEventListener("activate", (event) => {
  void files.activate(event);
  event.waitUntil(forgetOldTexts());
  if (supportsStaticRoutes) event.waitUntil(self.registration.navigationPreload.enable());
});
clientsClaim();
sendQueueInBackground();

const pushes = pushesOf(self, isPage);

self.addEventListener("push", (event) => event.waitUntil(pushes.show(event.data?.text())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(pushes.open(event.notification.data));
});
self.addEventListener("pushsubscriptionchange", (event) => (event as ExtendableEvent).waitUntil(pushes.renew()));

/** Delays before each check whether the asking page is the only one: a page being left still counts for a moment. */
const LOOK_AFTER_MS = [0, 500, 4500];

/** Activates without asking if the page that asked is the only one. */
async function takeOverOnceAlone(page: ExtendableMessageEvent["source"]): Promise<void> {
  for (const pause of LOOK_AFTER_MS) {
    await new Promise((done) => setTimeout(done, pause));
    const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (all.length === 1 && all[0]?.id === (page as Client | null)?.id) return self.skipWaiting();
  }
}

type Message = { type: "SKIP_WAITING" } | { type: "IS_OWN_PAGE"; script: string };

self.addEventListener("message", (event) => {
  const message = event.data as Message;
  if (message.type === "SKIP_WAITING") void self.skipWaiting();
  if (message.type === "IS_OWN_PAGE") {
    // A page is of this build if its script is.
    const isOwn = isFile(message.script);
    event.ports[0]?.postMessage(isOwn);
    if (isOwn) event.waitUntil(takeOverOnceAlone(event.source));
  }
});
