import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";

import { App } from "@/app/app";
import { preloadMainRoutes } from "@/app/preload-main-routes";
import { preloadRoute } from "@/app/routes";
import { preferredLanguage, switchLanguage } from "@/i18n/i18n";

import "@/ui/fonts.css";
import "@/ui/theme.css";

// Libraries that add a <style> of their own read the document's nonce here, or the policy refuses it.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: nonce });

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");

await switchLanguage(preferredLanguage());
await preloadRoute(window.location.pathname);
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
preloadMainRoutes();
