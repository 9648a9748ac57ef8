import format, { type CompiledMessage, type FormatOptions, type FormatValues } from "icu-minify/format";

import { readCookie, writeCookie } from "@/lib/cookies";
import { setLocale } from "@/lib/locale";
import { oncePer } from "@/lib/once-per";
import { createSignal } from "@/lib/store";

import { builtTexts, type Texts } from "./built-texts";
import type { Arguments, MessageKey, Namespace } from "./catalogue";

// To add a language, add a folder with the files of "en", and an entry here.
/** The languages, each with its own name, and the locale of its numbers and dates. */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB" },
  de: { name: "Deutsch", locale: "de-CH" },
  fr: { name: "Français", locale: "fr-CH" },
  it: { name: "Italiano", locale: "it-CH" },
} as const;
export type Language = keyof typeof LANGUAGES;
const SOURCE: Language = "en";
/** Figures in texts, by language and name: prices, policies, hours. */
type FigureTexts = Record<string, Record<string, string>>;
/** Also read by the server. */
const COOKIE = "language";

const FORMATS: FormatOptions = {
  formatters: {
    getPluralRules: oncePer((...rules) => new Intl.PluralRules(...rules)),
    getNumberFormat: oncePer((...rules) => new Intl.NumberFormat(...rules)),
    getDateTimeFormat: oncePer((...rules) => new Intl.DateTimeFormat(...rules)),
  },
};

/** Prerendering has no document. */
function inPage(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** A sentence that ends with "Bruno K." or "7. Dez." has one full stop. */
const POINT_AT_END = /(\p{L}\.)\.(?!\.)/gu;

const texts = new Map<string, CompiledMessage>();
const loaded = new Set<Namespace>();
/** Those in English because the language's own failed: tried again with the next ones, and by choosing a language. */
const standIns = new Set<Namespace>();
/** The language, the product name or the figures have changed. */
const changed = createSignal();
let language: Language = SOURCE;
// The rendered language: equals `language` once its texts are loaded; another value if they replace stand-ins.
let shown: string = SOURCE;
let product = inPage("application-name") ?? "Suuber";
const figuresInPage = inPage("figures") ?? "{}";
let figures = JSON.parse(figuresInPage) as FigureTexts;
let othersThanInPage: string | undefined;

const isLanguage = (tag: string | undefined): tag is Language => tag !== undefined && Object.hasOwn(LANGUAGES, tag);

/** The languages on offer, as in the page's HTML. */
export function offeredLanguages(): readonly Language[] {
  return (document.documentElement.dataset["languages"] ?? SOURCE).split(" ").filter(isLanguage);
}

/**
 * The language of the URL, else the chosen one, else the one that the server detected, else the browser's first one on
 * offer, else English.
 */
export function preferredLanguage(): Language {
  const { dataset, lang } = document.documentElement;
  // The service worker's app page has no detected language.
  const served = "appPage" in dataset ? [] : [lang];
  const asked = new URLSearchParams(window.location.search).get("lang") ?? "";
  const offered = offeredLanguages();
  for (const tag of [asked, readCookie(COOKIE), ...served, ...navigator.languages]) {
    const base = tag?.split("-")[0]?.toLowerCase();
    if (isLanguage(base) && offered.includes(base)) return base;
  }
  return SOURCE;
}

async function sourceTexts(namespace: Namespace, of: Language): Promise<Texts> {
  const load = import.meta.glob<{ messages: Texts }>("./*/*.ts")[`./${of}/${namespace}.ts`];
  if (load === undefined) throw new Error(`There are no texts "${namespace}".`);
  return Object.fromEntries(
    Object.entries((await load()).messages).map(([key, text]) => [`${namespace}.${key}`, text]),
  );
}

/** From the built files in browsers; from the sources in development and prerendering. */
const textsOf = import.meta.env.PROD && !import.meta.env.SSR ? builtTexts : sourceTexts;

/** True if some texts were loaded in English instead of the current language. */
export function hasStandIns(): boolean {
  return standIns.size > 0;
}

async function loadOne(namespace: Namespace): Promise<void> {
  const of = language;
  let target = loaded;
  // Offline: fall back to English, which is precached.
  const found = await textsOf(namespace, of).catch((error: unknown) => {
    if (of === SOURCE) throw error;
    target = standIns;
    return textsOf(namespace, SOURCE);
  });
  // The language was changed during loading: load the new one.
  if (of !== language) return loadOne(namespace);
  for (const [key, text] of Object.entries(found)) texts.set(key, text);
  standIns.delete(namespace);
  target.add(namespace);
}

/** Loads the texts of a route. Resolves at once if they are loaded. */
export async function loadMessages(...namespaces: Namespace[]): Promise<void> {
  const missing = new Set(namespaces.filter((namespace) => !loaded.has(namespace)));
  await Promise.all([...missing].map(loadOne));
}

function speak(next: Language): void {
  language = next;
  setLocale(LANGUAGES[next].locale);
  if (typeof document !== "undefined") document.documentElement.lang = next;
}

async function switchNow(next: Language): Promise<void> {
  const had = standIns.size;
  if (next === language && loaded.has("common") && had === 0) return;
  const [before, inUse] = [language, [...loaded]];
  speak(next);
  loaded.clear();
  try {
    await loadMessages("common", ...inUse, ...standIns);
  } catch (error) {
    speak(before);
    for (const namespace of inUse) loaded.add(namespace);
    throw error;
  }
  shown = standIns.size < had ? shown + language : language;
  changed.send();
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Switches the language: loads the common texts and those in use, then notifies listeners. If that fails the old
 * language stays. One switch waits for the other: while one loads, nothing tells which texts are in use.
 */
export function switchLanguage(next: Language): Promise<void> {
  const now = last.then(() => switchNow(next));
  last = now.catch(() => undefined);
  return now;
}

/** Stores a language on this device, and switches to it. */
export async function chooseLanguage(next: Language): Promise<void> {
  writeCookie(COOKIE, next);
  await switchLanguage(next);
}

/**
 * Switches to the preferred language. Stores it if the URL names it: what is sent later, such as a registration, has no
 * such URL.
 */
export async function startLanguage(): Promise<Language> {
  const preferred = preferredLanguage();
  const isAsked = window.location.search.includes(`lang=${preferred}`);
  await (isAsked ? chooseLanguage : switchLanguage)(preferred);
  return preferred;
}

/** Subscribes to changes of language, product name or figures. Returns a function that unsubscribes. */
export const onTexts = changed.subscribe;

export function currentLanguage(): Language {
  return language;
}

/** The name for {product}. */
export function setProductName(name: string): void {
  product = name;
  changed.send();
}

/** The values of figures in texts. */
export function setFigures(texts: FigureTexts): void {
  figures = texts;
  const said = JSON.stringify(texts);
  // Later changes only show in new renders; a remount would lose what was typed.
  othersThanInPage ??= said === figuresInPage ? "" : said;
}

/** A React key that changes when everything must be rendered again. */
export function textsKey(): string {
  return product + shown + (othersThanInPage ?? "");
}

export function productName(): string {
  return product;
}

/** Formats a text: a string, or pieces if it has elements. For {@link t} and rich(). */
export function formatted<Element>(
  key: MessageKey,
  values: FormatValues<Element>,
): string | Element | (string | Element)[] {
  const text = texts.get(key);
  if (text !== undefined)
    return format(text, language, { product, ...(figures[language] ?? figures[SOURCE]), ...values }, FORMATS);
  if (!import.meta.env.PROD) throw new Error(`The texts of "${key}" are not loaded: add its namespace to the route.`);
  return key;
}

/** The text of a key in the current language, with its parameters. */
export function t<Key extends MessageKey>(key: Key, ...[params]: Arguments<Key>): string {
  return String(formatted(key, (params ?? {}) as FormatValues)).replace(POINT_AT_END, "$1");
}
