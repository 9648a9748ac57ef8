import { lazy, useState, type ComponentType } from "react";
import { matchPath } from "react-router-dom";

import { NotFoundPage } from "@/features/not-found/not-found-page";
import { loadMessages } from "@/i18n/i18n";

import metadata from "./metadata.json";
import { routeList, type Declared, type Path } from "./route-list";

export type RouteMetadata = { title: string; description: string; keywords: string };
export type AppRoute = RouteMetadata & {
  path: string;
  Page: ComponentType;
  /** Fetches the page's code and texts, so that showing it later takes no time. */
  preload: () => Promise<void>;
};

/** A page that is fetched when it is first shown, unless it was preloaded: then it is drawn at once. */
function splitPage({ page, texts }: Declared): Pick<AppRoute, "Page" | "preload"> {
  let loaded: ComponentType | null = null;
  const load = async (): Promise<ComponentType> => {
    const [code] = await Promise.all([page(), loadMessages(...texts)]);
    loaded = code;
    return code;
  };
  const Late = lazy(async () => ({ default: loaded ?? (await load()) }));

  function Page(): React.ReactElement {
    // Decided once: a page on screen must not be exchanged, and lose its state, because a preload has finished.
    const [Shown] = useState<ComponentType>(() => loaded ?? Late);
    return <Shown />;
  }
  const preload = async (): Promise<void> => {
    if (loaded === null) await load();
  };
  return { Page, preload };
}

export const routes: readonly AppRoute[] = (Object.keys(routeList) as Path[]).map((path) => ({
  path,
  ...metadata.routes[path],
  ...splitPage(routeList[path]),
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
