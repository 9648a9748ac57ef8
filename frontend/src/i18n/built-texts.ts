import type { CompiledMessage } from "icu-minify/format";

import type { Namespace } from "./catalogue";

/** Compiled texts by "namespace.key". */
export type Texts = Record<string, CompiledMessage>;

// Replaced by the build (scripts/compile-messages.ts).
declare const TEXTS_HASH: string;
declare const TEXTS_OF_FIRST_PAGE: readonly string[];

/** Each file is fetched once, even for several namespaces; failed ones are fetched again. */
const asked = new Map<string, Promise<Texts>>();

/** Fetches a namespace's texts from the files of the build. */
export function builtTexts(namespace: Namespace, language: string): Promise<Texts> {
  const name = TEXTS_OF_FIRST_PAGE.includes(namespace) ? "first" : namespace;
  const address = `${import.meta.env.BASE_URL}assets/texts-${language}-${name}-${TEXTS_HASH}.json`;
  const known = asked.get(address);
  if (known !== undefined) return known;
  const loading = fetch(address).then((response) => {
    if (!response.ok) throw new Error(address);
    return response.json() as Promise<Texts>;
  });
  asked.set(address, loading);
  loading.catch(() => asked.delete(address));
  return loading;
}
