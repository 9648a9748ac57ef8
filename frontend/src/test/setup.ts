import "@testing-library/jest-dom/vitest";

import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";

import type { Namespace } from "@/i18n/catalogue";
import figures from "@/i18n/figures.json";
import { loadMessages, setFigures, switchLanguage } from "@/i18n/i18n";
import { resetServerClock } from "@/lib/server-clock";
import { setPendingActions } from "@/offline/pending-actions";
import { loadModal } from "@/ui/overlay/dialog";
import { forgetToasts } from "@/ui/overlay/toast";

import { nothingAsked } from "./server";

// Test files share globals in a worker, so fake-indexeddb of one would leak into the others.
if ("indexedDB" in globalThis)
  throw new Error("A test before this one has brought a store: name its file under WITH_STORE in vite.config.ts.");

// A busy machine is slow.
configure({ asyncUtilTimeout: 5000 });

// Testing Library flushes pending work between finding an element and returning it, which may have replaced the
// element: then find it again. Wrapped once only, because files share the library.
const flushed = getConfig().asyncWrapper.bind(null) as (look: () => unknown) => Promise<unknown>;
// React renders a store's change (a toast) before a state's (a dialog that closes) that was set with it, and a search
// that finds the first would return in between.
const nextTurn = setImmediate;
const settled = async (look: () => unknown): Promise<unknown> => {
  const found = await flushed(look);
  await new Promise((resolve) => nextTurn(resolve));
  return found;
};
const isGone = (found: unknown): boolean =>
  (Array.isArray(found) ? found : [found]).some((one) => one instanceof Node && !one.isConnected);
const lookAgain = async (look: () => unknown): Promise<unknown> => {
  let found = await settled(look);
  for (let attempt = 0; attempt < 3 && isGone(found); attempt += 1) found = await settled(look);
  return found;
};
if (getConfig().asyncWrapper.name !== lookAgain.name)
  configure({ asyncWrapper: lookAgain as ReturnType<typeof getConfig>["asyncWrapper"] });

// Any screen may be rendered: load all texts and the dialog's chunk first.
beforeAll(async () => {
  setFigures({ en: figures });
  const files = Object.keys(import.meta.glob("../i18n/en/*.ts"));
  await loadModal();
  await switchLanguage("en");
  await loadMessages(...files.map((file) => file.replace(/^.*\/|\.ts$/g, "") as Namespace));
});

// A timer that a test leaves behind would act in a later one, also of another file: ask its server, show its toast.
const { setTimeout: startTimer, setInterval: startInterval } = globalThis;
const timers = new Set<ReturnType<typeof setTimeout>>();
const noted =
  <Start extends typeof setTimeout | typeof setInterval>(start: Start) =>
  (...args: Parameters<Start>): ReturnType<typeof setTimeout> => {
    const timer = (start as (...given: unknown[]) => ReturnType<typeof setTimeout>)(...args);
    timers.add(timer);
    return timer;
  };
beforeAll(() => {
  Object.assign(globalThis, { setTimeout: noted(startTimer), setInterval: noted(startInterval) });
});
afterAll(() => {
  Object.assign(globalThis, { setTimeout: startTimer, setInterval: startInterval });
});

// What a test gives the browser ("geolocation"), which happy-dom lacks.
const ownOfNavigator = Object.getOwnPropertyNames(navigator);

// Clean up, so that no later test sees this one's effects: a toast closing there would send its action.
afterEach(async () => {
  cleanup();
  await nothingAsked();
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  forgetToasts();
  setPendingActions([]);
  resetServerClock();
  for (const area of [window.sessionStorage, window.localStorage]) area.clear();
  for (const [name] of document.cookie.matchAll(/[^=; ]+(?==)/g))
    for (const path of ["", "; Path=/"]) document.cookie = `${name}=${path}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  document.body.replaceChildren();
  for (const name of Object.getOwnPropertyNames(navigator))
    if (!ownOfNavigator.includes(name)) Reflect.deleteProperty(navigator, name);
});

// Without isolation modules are shared by the files of a worker: each gets those of the app anew, so that what one has
// changed in them reaches no other. An import that is still pending would never resolve there.
afterAll(async () => {
  await vi.dynamicImportSettled();
  vi.resetModules();
});

// happy-dom has no layout, and axe treats elements without a size as hidden: it would not see an open dialog.
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
// Browsers without Web Locks lack the property; happy-dom has null.
Reflect.deleteProperty(Navigator.prototype, "locks");
