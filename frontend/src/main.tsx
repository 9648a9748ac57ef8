import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";

import { App } from "@/app/app";
import { hasTyped, rememberPrerendered } from "@/app/page-frame";
import { preloadRoute } from "@/app/page-routes";
import { hasStandIns, startLanguage } from "@/i18n/i18n";
import { captureInstallPrompt } from "@/lib/install-prompt";
import { workers } from "@/offline/wake-worker";

import "@/ui/fonts.css";
import "@/ui/theme.css";

// Libraries that add a <style> read the document's nonce here; without it the CSP blocks them.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: nonce });

const root = document.getElementById("root");
if (root === null) throw new Error("No #root");

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

/** By then the first page has finished loading. */
const QUIET_AFTER_MS = 2500;

async function preloadOthers(workerAtFirst: ServiceWorker | null): Promise<void> {
  await (await import("@/app/preload-main-routes")).preloadMainRoutes(workerAtFirst);
}

// No top-level await: every page's chunk imports this one, so waiting for a page's chunk here would deadlock.
async function start(container: HTMLElement): Promise<void> {
  const { pathname, search } = window.location;
  const served = document.documentElement.lang;
  const language = await startLanguage();
  rememberPrerendered();
  // Without its code the page would be an error's: what is typed on it would be lost.
  if (!(await preloadRoute(pathname)) && hasTyped()) throw new Error(pathname);
  // Most pages are prerendered in the language that the server detected: hydrate those, render the others, and those
  // that the browser has translated meanwhile (into <font>).
  const isPrerendered =
    container.dataset["prerendered"] === pathname + search &&
    language === served &&
    !hasStandIns() &&
    document.querySelector("#root font") === null;
  // In a transition React yields to the browser, so that a slow phone stays responsive.
  startTransition(() => (isPrerendered ? void hydrateRoot(container, app) : createRoot(container).render(app)));
  const worker = workers()?.controller ?? null;
  setTimeout(() => void preloadOthers(worker).catch(() => undefined), QUIET_AFTER_MS);
}
captureInstallPrompt();
// Without it or its texts the app cannot render: show the same error as if this script had not loaded.
start(root).catch(() => document.querySelector("script[type=module]")?.dispatchEvent(new Event("error")));
