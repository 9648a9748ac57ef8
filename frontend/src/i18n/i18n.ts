import format, { type CompiledMessage, type FormatOptions, type FormatValues } from "icu-minify/format";

import { setLocale } from "@/lib/locale";
import { oncePer } from "@/lib/once-per";
import { readStored } from "@/lib/storage";

import type { Arguments, MessageKey, Namespace } from "./catalogue";
import { messages as common } from "./en/common";

type Texts = Record<string, CompiledMessage>;

// Adding a language means adding a folder with the files of "en": nothing here changes.
const files = import.meta.glob<{ messages: Texts }>(["./*/*.ts", "!./en/common.ts"]);
const LANGUAGES = [...new Set(Object.keys(files).map((file) => file.split("/")[1] ?? "en"))];
const STORAGE_KEY = "language";
/** What every page shows is there from the start. */
const FROM_THE_START: Partial<Record<Namespace, Texts>> = { common };

const FORMATS: FormatOptions = {
  formatters: {
    getPluralRules: oncePer((...rules) => new Intl.PluralRules(...rules)),
    getNumberFormat: oncePer((...rules) => new Intl.NumberFormat(...rules)),
    getDateTimeFormat: oncePer((...rules) => new Intl.DateTimeFormat(...rules)),
  },
};

/** The build draws the public pages where there is no document. */
function nameInPage(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
}

const texts = new Map<string, CompiledMessage>();
const loaded = new Set<Namespace>();
let language = "en";
let product = nameInPage() ?? "Suuber";

function remember(namespace: Namespace, messages: Texts): void {
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
      remember(namespace, load === undefined ? (FROM_THE_START[namespace] ?? {}) : (await load()).messages);
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

/** A text with its parameters and elements filled in: a string, or the pieces of one. For {@link t} and rich(). */
export function formatted<Element>(key: MessageKey, values: FormatValues<Element>): string | Element | (string | Element)[] {
  const text = texts.get(key);
  if (text !== undefined) return format(text, language, { product, ...values }, FORMATS);
  if (!import.meta.env.PROD) throw new Error(`The texts of "${key}" are not loaded: add its namespace to the route.`);
  return key;
}

/** The text of a key in the person's language, with its parameters filled in. */
export function t<Key extends MessageKey>(key: Key, ...[params]: Arguments<Key>): string {
  return String(formatted(key, (params ?? {}) as FormatValues));
}
