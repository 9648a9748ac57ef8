import { setLocale } from "@/lib/locale";
import { readStored } from "@/lib/storage";

import type { MessageKey, Namespace, Params, PluralKey } from "./catalogue";
import { messages as common } from "./en/common";

type Module = { messages: Record<string, string> };

// Adding a language means adding a folder with the files of "en": nothing here changes.
const files = import.meta.glob<Module>(["./*/*.ts", "!./en/common.ts"]);
const LANGUAGES = [...new Set(Object.keys(files).map((file) => file.split("/")[1] ?? "en"))];
const STORAGE_KEY = "language";

/** The build draws the public pages where there is no document. */
function nameInPage(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
}

const texts = new Map<string, string>();
const loaded = new Set<Namespace>();
let language = "en";
let product = nameInPage() ?? "Suuber";

function remember(namespace: Namespace, messages: Record<string, string>): void {
  for (const [key, text] of Object.entries(messages)) texts.set(`${namespace}.${key}`, text);
}
remember("common", common);

/** The language that a person chose, else the browser's first that the app speaks, else English. */
export function preferredLanguage(offered: readonly string[] = LANGUAGES): string {
  const wished = [readStored("local", STORAGE_KEY), ...navigator.languages];
  for (const tag of wished) {
    const base = tag?.split("-")[0]?.toLowerCase();
    if (base !== undefined && offered.includes(base) && LANGUAGES.includes(base)) return base;
  }
  return "en";
}

/** Loads the texts of a route. Resolves at once for what is already there. */
export async function loadMessages(...namespaces: Namespace[]): Promise<void> {
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (loaded.has(namespace)) return;
      const load = files[`./${language}/${namespace}.ts`] ?? files[`./en/${namespace}.ts`];
      remember(namespace, load === undefined ? common : (await load()).messages);
      loaded.add(namespace);
    }),
  );
}

/** Switches the language and reloads the texts that are in use. The caller renders again. */
export async function switchLanguage(next: string): Promise<void> {
  if (next === language) return;
  language = next;
  setLocale(next);
  document.documentElement.lang = next;
  const inUse: Namespace[] = ["common", ...loaded];
  loaded.clear();
  await loadMessages(...inUse);
}

/** The name that stands wherever a text says {product}. */
export function setProductName(name: string): void {
  product = name;
}

export function productName(): string {
  return product;
}

function fill(text: string, params: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    if (name === "product") return product;
    return name in params ? String(params[name]) : braces;
  });
}

type Arguments<Key extends MessageKey> = [keyof Params<Key>] extends [never] ? [] : [params: Params<Key>];

/** The text of a key in the person's language, with its parameters filled in. */
export function t<Key extends MessageKey>(key: Key, ...[params]: Arguments<Key>): string {
  const text = texts.get(key);
  if (text === undefined) {
    if (!import.meta.env.PROD) throw new Error(`The texts of "${key}" are not loaded: add its namespace to the route.`);
    return key;
  }
  return fill(text, params ?? {});
}

/** The text of "stem.one" or "stem.other", whichever the number asks for; {count} is filled in. */
export function plural(stem: PluralKey, count: number): string {
  const form = new Intl.PluralRules(language).select(count);
  const text = texts.get(`${stem}.${form}`) ?? texts.get(`${stem}.other`) ?? stem;
  return fill(text, { count });
}
