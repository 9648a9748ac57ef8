import { lazy, useState, type ComponentType } from "react";
import { matchPath } from "react-router-dom";

import { loadMessages } from "@/i18n/i18n";
import { reloadIfReachable } from "@/lib/reload";

import type { Guard } from "./account-boundary";
import { routes, type PageName, type Path, type Route } from "./routes";

export type AppRoute = {
  path: string;
  name: PageName;
  Page: ComponentType;
  /** Loads the page's chunk and texts, so that it can be shown at once. */
  preload: () => Promise<void>;
};

/** Wraps the page in its AccountBoundary. */
async function guarded(code: Promise<ComponentType>, guard: Guard | undefined): Promise<ComponentType> {
  if (guard === undefined) return code;
  const [Page, { AccountBoundary }] = await Promise.all([code, import("./account-boundary")]);
  return () => (
    <AccountBoundary guard={guard}>
      <Page />
    </AccountBoundary>
  );
}

/**
 * A failed import, also of a preload, stays failed in this document. So reload once if the server answers; after a
 * reload, or without an answer, show the error.
 */
async function loadAnew(error: unknown): Promise<never> {
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrival?.type !== "reload") await reloadIfReachable();
  throw error;
}

/** A page that is loaded when first shown; a preloaded one renders at once. */
function splitPage({ page, texts, guard }: Route): Pick<AppRoute, "Page" | "preload"> {
  let loaded: ComponentType | null = null;
  const load = async (): Promise<ComponentType> => {
    const [code] = await Promise.all([guarded(page(), guard), loadMessages(...texts)]);
    return (loaded ??= code);
  };
  const Lazy = lazy(async () => ({ default: loaded ?? (await load().catch(loadAnew)) }));

  function Page(): React.ReactElement {
    // Chosen once per mount: a preload that finishes later must not remount the page and lose its state.
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  }
  const preload = async (): Promise<void> => {
    if (loaded === null) await load();
  };
  return { Page, preload };
}

export const pageRoutes: readonly AppRoute[] = (Object.keys(routes) as Path[]).map((path) => ({
  path,
  name: path,
  ...splitPage(routes[path]),
}));

export const notFoundRoute: AppRoute = {
  path: "*",
  name: "notFound",
  ...splitPage({
    page: async () => (await import("@/features/not-found/not-found-page")).NotFoundPage,
    texts: ["notFound"],
  }),
};

/** Preloads the page of a URL. Resolves with false if that failed: the page itself will show it. */
export async function preloadRoute(address: string): Promise<boolean> {
  const { preload } = pageRoutes.find(({ path }) => matchPath(path, address) !== null) ?? notFoundRoute;
  return preload().then(
    () => true,
    () => false,
  );
}
