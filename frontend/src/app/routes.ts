import { lazy, type ComponentType } from "react";

import type { Namespace } from "@/i18n/catalogue";
import { loadMessages } from "@/i18n/i18n";
import { NotFoundPage } from "@/features/not-found/not-found-page";

import metadata from "./metadata.json";

export type RouteMetadata = { title: string; description: string; keywords: string };
export type AppRoute = RouteMetadata & { path: string; Page: ComponentType };

// Every page is its own chunk; metadata.json says which one a path shows. Pages in app/pages compose several features.
const pages = import.meta.glob<Record<string, ComponentType>>(["../features/*/*-page.tsx", "./pages/*-page.tsx"]);

/** "src/features/auth/login-page.tsx" exports LoginPage. */
function exportOf(file: string): string {
  const words = file.replace(/^.*\/|\.tsx$/g, "").split("-");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function lazyPage(module: string, messages: string[]): ComponentType {
  const load = pages[module.replace("src/app/", "./").replace("src/", "../")];
  return lazy(async () => {
    const [exports] = await Promise.all([load?.(), loadMessages(...(messages as Namespace[]))]);
    const page = exports?.[exportOf(module)];
    if (page === undefined) throw new Error(`${module} does not export ${exportOf(module)}.`);
    return { default: page };
  });
}

export const routes: readonly AppRoute[] = metadata.routes.map(({ module, messages, ...route }) => ({
  ...route,
  Page: lazyPage(module, messages),
}));

export const notFoundRoute: AppRoute = { ...metadata.notFound, path: "*", Page: NotFoundPage };
