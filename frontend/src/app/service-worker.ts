import { messageSW, Workbox } from "workbox-window";

import { currentLanguage, loadMessages, onTexts, t, type Language } from "@/i18n/i18n";
import { deviceTime } from "@/lib/server-clock";
import { announce, toastStore } from "@/ui/overlay/toast";

// The build fills these in (scripts/compile-messages.ts).
declare const TEXTS_HASH: string;
declare const TEXTS_FILES: readonly string[];

const LOOK_AFTER_MS = 3_600_000;
const OFFERED_MS = 30_000;
/** How long the old worker may hold up a reload that was asked for. */
const HELD_UP_MS = 2000;
/** What a reload would take away: a form, a dialog, a card that is being typed into Stripe's frame. */
const BUSY = "main form, [role=dialog], [role=alertdialog], iframe";

/** Whether nothing would be lost by a reload, not even an act that can still be taken back. */
function isIdle(): boolean {
  const texts = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  return (
    toastStore.get()?.onGone === undefined &&
    document.querySelector(BUSY) === null &&
    texts.every(({ value }) => value === "")
  );
}

/** Asks a worker whether this page is of its build. One that has waited for this page alone takes over then. */
async function isOfBuildOf(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src;
  return (await messageSW(worker, { type: "IS_OWN_PAGE", script })) === true;
}

const isShown = (): boolean => document.visibilityState === "visible";

function onShown(act: () => void, options?: AddEventListenerOptions): void {
  document.addEventListener("visibilitychange", () => isShown() && act(), options);
}

/** Caches the texts of a language for use without a connection, where the worker finds them (sw.ts): it caches English by itself. */
async function cacheTexts(language: Language): Promise<void> {
  if (language === "en") return;
  const cache = await caches.open(`texts-${TEXTS_HASH}`);
  for (const name of TEXTS_FILES) {
    const address = `${import.meta.env.BASE_URL}assets/texts-${language}-${name}-${TEXTS_HASH}.json`;
    if ((await cache.match(address)) === undefined) await cache.add(address);
  }
}

/** Says on the page, once somebody looks at it, that a new version is ready. */
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

/** Another tab has brought in a new version: this one, which is of the old one, follows as soon as nothing is lost by it. */
function renewWhenIdle(renew: () => void, wasShown: boolean): void {
  const comesBack = (): void => (isIdle() ? renew() : void offer(renew));
  if (wasShown) void offer(renew);
  else if (isShown()) comesBack();
  else onShown(comesBack, { once: true });
}

/**
 * Has the service worker installed, and looks for a new version: now, and whenever the page is shown, once an hour at
 * most. A page that is of an older version is reloaded when its person says so, also where another worker than the one
 * that stood there at first has taken over before this page listened.
 */
export async function startServiceWorker(workerAtFirst: ServiceWorker | null): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const workbox = new Workbox("/sw.js", { updateViaCache: "none" });
  let isAsked = false;
  const renew = (): void => {
    isAsked = true;
    workbox.messageSkipWaiting();
    // A worker that is asked for something at that moment may stay for minutes: the page is the server's new one all the same.
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

  // A browser that refuses, as in a private window, works without one.
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  // What does not arrive now is asked for when it is needed, and English stands in without a connection.
  const cacheCurrent = (): void => void cacheTexts(currentLanguage()).catch(() => undefined);
  onTexts(cacheCurrent);
  cacheCurrent();
  let lookedAt = deviceTime();
  onShown(() => {
    if (deviceTime() - lookedAt < LOOK_AFTER_MS) return;
    lookedAt = deviceTime();
    void offerWaiting(registration?.waiting);
    // Without a connection it is looked for another time.
    registration?.update().catch(() => undefined);
  });
}
