import { messageSW, Workbox } from "workbox-window";

import { currentLanguage, loadMessages, onTexts, t, type Language } from "@/i18n/i18n";
import { deviceTime } from "@/lib/server-clock";
import { announce, toastStore } from "@/ui/overlay/toast";

// Replaced by the build (scripts/compile-messages.ts).
declare const TEXTS_HASH: string;
declare const TEXTS_FILES: readonly string[];

const LOOK_AFTER_MS = 3_600_000;
const OFFERED_MS = 30_000;
/** How long to wait for the old worker before reloading anyway. */
const HELD_UP_MS = 2000;
/** What a reload would lose: a form, a dialog, card data in Stripe's iframe. */
const BUSY = "main form, [role=dialog], [role=alertdialog], iframe";

/** True if a reload would lose nothing, not even an action that can still be undone. */
function isIdle(): boolean {
  const texts = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  return (
    toastStore.get()?.onGone === undefined &&
    document.querySelector(BUSY) === null &&
    texts.every(({ value }) => value === "")
  );
}

/**
 * Asks a worker whether this page is of its build. If it is, and the page is the only one, a waiting worker takes over.
 */
async function isOfBuildOf(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src;
  return (await messageSW(worker, { type: "IS_OWN_PAGE", script })) === true;
}

const isShown = (): boolean => document.visibilityState === "visible";

function onShown(act: () => void, options?: AddEventListenerOptions): void {
  document.addEventListener("visibilitychange", () => isShown() && act(), options);
}

/** Caches a language's texts in the worker's cache (sw.ts) for offline use; English is precached. */
async function cacheTexts(language: Language): Promise<void> {
  if (language === "en") return;
  const cache = await caches.open(`texts-${TEXTS_HASH}`);
  for (const name of TEXTS_FILES) {
    const address = `${import.meta.env.BASE_URL}assets/texts-${language}-${name}-${TEXTS_HASH}.json`;
    if ((await cache.match(address)) === undefined) await cache.add(address);
  }
}

/** Shows a toast that a new version is ready, once the page is visible. */
async function offer(renew: () => void): Promise<void> {
  if (!isShown()) {
    onShown(() => void offer(renew), { once: true });
    return;
  }
  await loadMessages("app");
  announce({
    title: t("app.version.title"),
    action: { label: t("app.version.reload"), run: renew },
    shownMs: OFFERED_MS,
  });
}

/** Another tab activated a new version: reload this tab as soon as that loses nothing. */
function renewWhenIdle(renew: () => void, wasShown: boolean): void {
  const comesBack = (): void => (isIdle() ? renew() : void offer(renew));
  if (wasShown) void offer(renew);
  else if (isShown()) comesBack();
  else onShown(comesBack, { once: true });
}

/**
 * Registers the service worker and checks for a new version: now, and when the page becomes visible, at most hourly. A
 * page of an older build offers a reload, also if a new worker has taken over before this code ran (`workerAtFirst`).
 */
export async function startServiceWorker(workerAtFirst: ServiceWorker | null): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const workbox = new Workbox("/sw.js", { updateViaCache: "none" });
  // Not there before the browser has answered; a reload may be asked for earlier.
  let registration: ServiceWorkerRegistration | undefined = undefined;
  let isAsked = false;
  const renew = (): void => {
    isAsked = true;
    workbox.messageSkipWaiting();
    // A worker busy with an event may keep running for minutes; a reload gets the new page from the server anyway.
    setTimeout(() => window.location.reload(), registration?.waiting ? HELD_UP_MS : 0);
  };
  const offerWaiting = async (worker: ServiceWorker | null | undefined): Promise<void> => {
    if (worker && !(await isOfBuildOf(worker))) await offer(renew);
  };
  const onControllerChange = async (): Promise<void> => {
    const { controller } = navigator.serviceWorker;
    const wasShown = isShown();
    if (controller && !(await isOfBuildOf(controller))) renewWhenIdle(renew, wasShown);
  };

  workbox.addEventListener("waiting", ({ sw }) => void offerWaiting(sw));
  navigator.serviceWorker.addEventListener("controllerchange", () =>
    isAsked ? window.location.reload() : void onControllerChange(),
  );
  if (navigator.serviceWorker.controller !== workerAtFirst) void onControllerChange();

  // Registration may fail, as in a private window: the app works without.
  registration = await workbox.register({ immediate: true }).catch(() => undefined);
  // If this fails, texts are loaded when needed; offline, English is the fallback.
  const cacheCurrent = (): void => void cacheTexts(currentLanguage()).catch(() => undefined);
  onTexts(cacheCurrent);
  cacheCurrent();
  let lookedAt = deviceTime();
  onShown(() => {
    if (deviceTime() - lookedAt < LOOK_AFTER_MS) return;
    lookedAt = deviceTime();
    void offerWaiting(registration?.waiting);
    // Offline: checked again later.
    registration?.update().catch(() => undefined);
  });
}
