import "@testing-library/jest-dom/vitest";

import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";

import type { Namespace } from "@/i18n/catalogue";
import figures from "@/i18n/figures.json";
import { loadMessages, setFigures, switchLanguage } from "@/i18n/i18n";
import { resetServerClock } from "@/lib/server-clock";
import { loadModal } from "@/ui/overlay/dialog";
import { forgetToasts } from "@/ui/overlay/toast";

import { nothingAsked } from "./server";

// Files share a document and the packages, and with them a store that one of them gave the device.
if ("indexedDB" in globalThis)
  throw new Error("A test before this one has brought a store: name its file under WITH_STORE in vite.config.ts.");

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5000 });

// Between finding an element and handing it over, Testing Library lets everything that is due run. What a screen has
// replaced by then is looked for again: a person looks at what is there, not at what was. Once: files share the library.
const settled = getConfig().asyncWrapper.bind(null) as (look: () => unknown) => Promise<unknown>;
const isGone = (found: unknown): boolean =>
  (Array.isArray(found) ? found : [found]).some((one) => one instanceof Node && !one.isConnected);
const lookAgain = async (look: () => unknown): Promise<unknown> => {
  let found = await settled(look);
  for (let attempt = 0; attempt < 3 && isGone(found); attempt += 1) found = await settled(look);
  return found;
};
if (getConfig().asyncWrapper.name !== lookAgain.name)
  configure({ asyncWrapper: lookAgain as ReturnType<typeof getConfig>["asyncWrapper"] });

// A test may show any screen: all texts and the part that draws dialogs are there from the start.
beforeAll(async () => {
  setFigures({ en: figures });
  const files = Object.keys(import.meta.glob("../i18n/en/*.ts"));
  await loadModal();
  await switchLanguage("en");
  await loadMessages(...files.map((file) => file.replace(/^.*\/|\.ts$/g, "") as Namespace));
});

// No later test sees what this one has begun: a toast that is put away would do its act in the midst of it, or say that it failed.
afterEach(async () => {
  cleanup();
  await nothingAsked();
  forgetToasts();
  resetServerClock();
  for (const area of [window.sessionStorage, window.localStorage]) area.clear();
  for (const [name] of document.cookie.matchAll(/[^=; ]+(?==)/g))
    for (const path of ["", "; Path=/"]) document.cookie = `${name}=${path}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  document.body.replaceChildren();
});

// Modules are read anew for the next file: one that is still on its way would never arrive there.
afterAll(() => vi.dynamicImportSettled());

// Nothing is laid out here, and axe takes what has no size for hidden: it would not see that a dialog is open.
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
// A browser without locks has no such property; happy-dom has null.
Reflect.deleteProperty(Navigator.prototype, "locks");
