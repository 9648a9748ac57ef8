import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";

import { App } from "@/app/app";
import { routes, type Path } from "@/app/routes";
import { preloadRoute } from "@/app/page-routes";
import figures from "@/i18n/figures.json";
import { LANGUAGES, setFigures, setProductName, switchLanguage, type Language } from "@/i18n/i18n";

async function prerendered(address: string): Promise<string> {
  await preloadRoute(address);
  return renderToString(
    <StrictMode>
      <StaticRouter location={address}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
}

const PATHS = Object.keys(routes) as Path[];
const LISTED = PATHS.filter((path) => routes[path].isListed);
/** Pages whose first render does not depend on the id in their URL; a guarded page first waits for the session. */
const ALIKE = PATHS.filter((path) => routes[path].guard !== undefined || routes[path].beginsAlike);

const ANYBODY = "00000000-0000-4000-8000-000000000000";

/** A sample URL of a page. */
const anyAddress = (path: Path): string => path.replace(/\/:\w+\?$/, "").replace(/:\w+/g, ANYBODY);

export type PrerenderedPages = {
  /** Pages that are prerendered the same for every URL. */
  alike: readonly Path[];
  /** HTML by language and route path. */
  content: Record<string, Record<string, string>>;
};

/** Renders every page as a visitor first sees it; the server fills in product name and figures. */
export async function prerenderedPages(): Promise<PrerenderedPages> {
  setProductName("{product}");
  setFigures({ en: Object.fromEntries(Object.keys(figures).map((name) => [name, `{${name}}`])) });
  const content: PrerenderedPages["content"] = {};
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await switchLanguage(language);
    const pages: Record<string, string> = {};
    for (const path of [...LISTED, ...ALIKE]) pages[path] = await prerendered(anyAddress(path));
    content[language] = pages;
  }
  return { alike: ALIKE, content };
}
