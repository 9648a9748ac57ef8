import { lazy, useState, type ComponentType } from "react";
import { matchPath } from "react-router-dom";

import { loadMessages } from "@/i18n/i18n";

import type { Guard } from "./account-boundary";
import { routes, type PageName, type Path, type Route } from "./routes";

export type AppRoute = {
  path: string;
  name: PageName;
  Page: ComponentType;
  /** Fetches the page's code and texts, so that showing it later takes no time. */
  preload: () => Promise<void>;
};

/** The page, for those whom it needs. */
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
 * What has not arrived once, be it in advance, stays missing in this document. Where there is a connection it is loaded
 * anew; one that came by that already, says what is wrong.
 */
function loadAnew(error: unknown): Promise<never> {
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrival?.type === "reload" || !navigator.onLine) throw error;
  window.location.reload();
  return new Promise(() => undefined);
}

/** A page that is fetched when it is first shown, unless it was preloaded: then it is rendered at once. */
function splitPage({ page, texts, guard }: Route): Pick<AppRoute, "Page" | "preload"> {
  let loaded: ComponentType | null = null;
  const load = async (): Promise<ComponentType> => {
    const [code] = await Promise.all([guarded(page(), guard), loadMessages(...texts)]);
    return (loaded ??= code);
  };
  const Lazy = lazy(async () => ({ default: loaded ?? (await load().catch(loadAnew)) }));

  function Page(): React.ReactElement {
    // Decided once: a page on screen must not be exchanged, and lose its state, because a preload has finished.
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
  ...splitPage({ page: async () => (await import("@/features/not-found/not-found-page")).NotFoundPage, texts: [] }),
};

/** Preloads what an address shows. A failure is left to the page itself, which can say so. */
export async function preloadRoute(address: string): Promise<void> {
  const { preload } = pageRoutes.find(({ path }) => matchPath(path, address) !== null) ?? notFoundRoute;
  await preload().catch(() => undefined);
}
