import format, { type CompiledMessage, type FormatOptions, type FormatValues } from "icu-minify/format";

import { readCookie, writeCookie } from "@/lib/cookies";
import { setLocale } from "@/lib/locale";
import { oncePer } from "@/lib/once-per";

import { builtTexts, type Texts } from "./built-texts";
import type { Arguments, MessageKey, Namespace } from "./catalogue";

// Adding a language means adding a folder with the files of "en", and a name here.
/** The languages that there are texts in, each as its speakers call it, and how numbers and dates are written in it here. */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB" },
  de: { name: "Deutsch", locale: "de-CH" },
  fr: { name: "Français", locale: "fr-CH" },
  it: { name: "Italiano", locale: "it-CH" },
} as const;
export type Language = keyof typeof LANGUAGES;
const SOURCE: Language = "en";
/** The figures as texts name them, by language and name: prices, the policy, hours. */
type FigureTexts = Record<string, Record<string, string>>;
/** The server reads it too. */
const COOKIE = "language";

const FORMATS: FormatOptions = {
  formatters: {
    getPluralRules: oncePer((...rules) => new Intl.PluralRules(...rules)),
    getNumberFormat: oncePer((...rules) => new Intl.NumberFormat(...rules)),
    getDateTimeFormat: oncePer((...rules) => new Intl.DateTimeFormat(...rules)),
  },
};

/** The build draws the public pages where there is no document. */
function inPage(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

const texts = new Map<string, CompiledMessage>();
const loaded = new Set<Namespace>();
const listeners = new Set<() => void>();
let language: Language = SOURCE;
// The same once its texts are there: what is rendered before that is rendered again then.
let shown: Language = SOURCE;
let product = inPage("application-name") ?? "Suuber";
const figuresInPage = inPage("figures") ?? "{}";
let figures = JSON.parse(figuresInPage) as FigureTexts;
let othersThanInPage: string | undefined;

const isLanguage = (tag: string | undefined): tag is Language => tag !== undefined && Object.hasOwn(LANGUAGES, tag);

/** What people are offered, as the page says. */
export function offeredLanguages(): readonly Language[] {
  return (document.documentElement.dataset["languages"] ?? SOURCE).split(" ").filter(isLanguage);
}

/**
 * The language that the address names, else the one that was chosen, else the one that the server found right, else the
 * browser's first that is on offer, else English.
 */
export function preferredLanguage(): Language {
  const { dataset, lang } = document.documentElement;
  // The service worker's page is the same for everybody.
  const served = "shell" in dataset ? [] : [lang];
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

/** From the built files in a browser, from the sources in development and in the build itself. */
const textsOf = import.meta.env.PROD && !import.meta.env.SSR ? builtTexts : sourceTexts;

let isStoodIn = false;

/** Whether some texts have come in English in place of the language that is spoken. */
export function hasStandIns(): boolean {
  return isStoodIn;
}

async function loadOne(namespace: Namespace): Promise<void> {
  const of = language;
  // Without a connection there is English, which is cached for everybody: better than no page.
  const found = await textsOf(namespace, of).catch((error: unknown) => {
    if (of === SOURCE) throw error;
    isStoodIn = true;
    return textsOf(namespace, SOURCE);
  });
  // The language was changed meanwhile, and these texts are of the one before.
  if (of !== language) return loadOne(namespace);
  for (const [key, text] of Object.entries(found)) texts.set(key, text);
  loaded.add(namespace);
}

/** Loads the texts of a route. Resolves at once for what is already there. */
export async function loadMessages(...namespaces: Namespace[]): Promise<void> {
  const missing = new Set(namespaces.filter((namespace) => !loaded.has(namespace)));
  await Promise.all([...missing].map(loadOne));
}

function speak(next: Language): void {
  language = next;
  setLocale(LANGUAGES[next].locale);
  if (typeof document !== "undefined") document.documentElement.lang = next;
}

/**
 * Switches the language and loads what every page shows and the texts that are in use; then whoever listens draws again.
 * Where they do not arrive the one before stays.
 */
export async function switchLanguage(next: Language): Promise<void> {
  if (next === language && loaded.has("common")) return;
  const [before, inUse] = [language, [...loaded]];
  speak(next);
  loaded.clear();
  try {
    await loadMessages("common", ...inUse);
  } catch (error) {
    speak(before);
    for (const namespace of inUse) loaded.add(namespace);
    throw error;
  }
  shown = language;
  for (const listener of listeners) listener();
}

/** Remembers a language on this device, and switches to it. */
export async function chooseLanguage(next: Language): Promise<void> {
  writeCookie(COOKIE, next);
  await switchLanguage(next);
}

/** Tells when texts are others: of another language, which are there then, or with another name; answers with how to stop. */
export function onTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The language that is spoken now. */
export function currentLanguage(): Language {
  return language;
}

/** The name that stands wherever a text says {product}. */
export function setProductName(name: string): void {
  product = name;
  for (const listener of listeners) listener();
}

/** What stands wherever a text names a figure. */
export function setFigures(texts: FigureTexts): void {
  figures = texts;
  const said = JSON.stringify(texts);
  // What changes while the app is open is shown by what is rendered next: nothing that is filled in goes.
  othersThanInPage ??= said === figuresInPage ? "" : said;
}

/** What changes when all that is on screen is to be rendered again. */
export function textsKey(): string {
  return product + shown + (othersThanInPage ?? "");
}

export function productName(): string {
  return product;
}

/** A text with its parameters and elements filled in: a string, or the pieces of one. For {@link t} and rich(). */
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

/** The text of a key in the person's language, with its parameters filled in. */
export function t<Key extends MessageKey>(key: Key, ...[params]: Arguments<Key>): string {
  return String(formatted(key, (params ?? {}) as FormatValues));
}
