import type { Middleware } from "swr";

import { addressOf, type Key } from "./keys";

// What came with the page is as new as the page; later it is not, whatever the phone's clock says.
const GOOD_FOR_MS = 30_000;

function sentAlong(): Map<string, unknown> {
  const text = document.getElementById("first-answers")?.textContent ?? "";
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Going back, a browser may show the page as it once came.
  if (text === "" || navigation?.type === "back_forward") return new Map();
  return new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
}

let answers: Map<string, unknown> | null = null;

/** The answer that came with the page, once; undefined where the server has to be asked. */
function taken(address: string): unknown {
  answers ??= sentAlong();
  const answer = answers.get(address);
  answers.delete(address);
  return performance.now() < GOOD_FOR_MS ? answer : undefined;
}

/** SWR middleware: what came with the page is not asked for again when it is first needed. */
export const firstAnswers: Middleware = (useSWRNext) => (key, fetcher, config) => {
  if (fetcher === null || !Array.isArray(key)) return useSWRNext(key, fetcher, config);
  const address = addressOf(key as unknown as Key);
  return useSWRNext(key, (arg: Parameters<typeof fetcher>[0]) => (taken(address) as ReturnType<typeof fetcher> | undefined) ?? fetcher(arg), config);
};
