import { lazy, useState, type ComponentType } from "react";
import { matchPath } from "react-router-dom";

import type { Namespace } from "@/i18n/catalogue";
import { loadMessages } from "@/i18n/i18n";
import { NotFoundPage } from "@/features/not-found/not-found-page";

import metadata from "./metadata.json";

export type RouteMetadata = { title: string; description: string; keywords: string };
export type AppRoute = RouteMetadata & {
  path: string;
  Page: ComponentType;
  /** Fetches the page's code and texts, so that showing it later takes no time. */
  preload: () => Promise<void>;
};

// Every page is its own chunk; metadata.json says which one a path shows. Pages in app/pages compose several features.
const pages = import.meta.glob<Record<string, ComponentType>>(["../features/*/*-page.tsx", "./pages/*-page.tsx"]);

/** "src/features/auth/login-page.tsx" exports LoginPage. */
function exportOf(file: string): string {
  const words = file.replace(/^.*\/|\.tsx$/g, "").split("-");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

async function loadPage(module: string, messages: string[]): Promise<ComponentType> {
  const load = pages[module.replace("src/app/", "./").replace("src/", "../")];
  const [exports] = await Promise.all([load?.(), loadMessages(...(messages as Namespace[]))]);
  const page = exports?.[exportOf(module)];
  if (page === undefined) throw new Error(`${module} does not export ${exportOf(module)}.`);
  return page;
}

/** A page that is fetched when it is first shown, unless it was preloaded: then it is drawn at once. */
function splitPage(module: string, messages: string[]): Pick<AppRoute, "Page" | "preload"> {
  let loaded: ComponentType | null = null;
  const load = async (): Promise<ComponentType> => (loaded ??= await loadPage(module, messages));
  const Late = lazy(async () => ({ default: await load() }));

  function Page(): React.ReactElement {
    // Decided once: a page on screen must not be exchanged, and lose its state, because a preload has finished.
    const [Shown] = useState<ComponentType>(() => loaded ?? Late);
    return <Shown />;
  }
  const preload = async (): Promise<void> => {
    await load();
  };
  return { Page, preload };
}

export const routes: readonly AppRoute[] = metadata.routes.map(({ module, messages, ...route }) => ({
  ...route,
  ...splitPage(module, messages),
}));

export const notFoundRoute: AppRoute = {
  ...metadata.notFound,
  path: "*",
  Page: NotFoundPage,
  preload: () => Promise.resolve(),
};

/** Preloads what an address shows. A failure is left to the page itself, which can say so. */
export async function preloadRoute(address: string): Promise<void> {
  const route = routes.find(({ path }) => matchPath(path, address) !== null);
  await route?.preload().catch(() => undefined);
}
