import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";

import { App } from "@/app/app";
import { preloadMainRoutes } from "@/app/preload-main-routes";
import { preloadRoute } from "@/app/routes";
import { preferredLanguage, switchLanguage } from "@/i18n/i18n";
import { keepInstallPrompt } from "@/lib/install-prompt";

import "@/ui/fonts.css";
import "@/ui/theme.css";

// Libraries that add a <style> of their own read the document's nonce here, or the policy refuses it.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: nonce });

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

// No await at the top: every page's file waits for this one, so this one must not wait for a page's.
async function start(container: HTMLElement): Promise<void> {
  const language = preferredLanguage();
  const { pathname, search } = window.location;
  await switchLanguage(language);
  await preloadRoute(pathname);
  // Public pages come drawn, in English and for their plain address; everything else is drawn here.
  const isDrawn = container.dataset["drawn"] === pathname + search && language === "en";
  // In a transition React lets the browser in between, so that a slow phone stays usable meanwhile.
  if (isDrawn) startTransition(() => void hydrateRoot(container, app));
  else createRoot(container).render(app);
  preloadMainRoutes();
}
keepInstallPrompt();
void start(root);
