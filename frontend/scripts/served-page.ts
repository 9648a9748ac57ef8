import { readFileSync } from "node:fs";
import path from "node:path";

import type { Plugin } from "vite";

const FIGURES = path.resolve(import.meta.dirname, "../src/i18n/figures.json");
const SAYS = /<meta name="(?:application-name|figures)" content="[^"]*" ?\/?>/g;
const LANGUAGES = /<html [^>]*?data-languages="([^"]*)"/;
const PATIENCE_MS = 5000;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** The specification's figures, for development without a server. */
function usualFigures(): string {
  const english = JSON.parse(readFileSync(FIGURES, "utf8")) as Record<string, string>;
  return `<meta name="figures" content="${escaped(JSON.stringify({ en: english }))}">`;
}

/**
 * Adds to the page of `npm run dev` what the app reads from Django's page: product name, figures and languages.
 * `served` is Django's page; empty if no server answers.
 */
export function asServed(page: string, served: string): string {
  const said = served.match(SAYS) ?? [];
  const languages = LANGUAGES.exec(served)?.[1];
  const hasFigures = said.some((element) => element.includes('"figures"'));
  const elements = [...said, ...(hasFigures ? [] : [usualFigures()])];
  const hasName = said.some((element) => element.includes('"application-name"'));
  const without = hasName ? page.replace(/<meta name="application-name"[^>]*>/, "") : page;
  const spoken = languages === undefined ? without : without.replace("<html ", `<html data-languages="${languages}" `);
  return spoken.replace("</head>", `${elements.join("")}</head>`);
}

async function pageOf(server: string): Promise<string> {
  try {
    const response = await fetch(new URL("/", server), { signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok ? await response.text() : "";
  } catch {
    return "";
  }
}

/** Serves the page of `npm run dev` with the data of the server at this URL. */
export function servedPage(server: string): Plugin {
  return {
    name: "served-page",
    apply: "serve",
    transformIndexHtml: async (page) => asServed(page, await pageOf(server)),
  };
}
