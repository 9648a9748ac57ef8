import { expect, test } from "vitest";

import { faults, type Catalogue } from "@/test/completeness";

import { sourceTexts } from "../../scripts/compile-messages";
import { appCode, unusedTexts } from "../../scripts/unused-texts";

const sources = import.meta.glob<string>("./*/*.{ts,json}", { query: "?raw", import: "default", eager: true });

function catalogueOf(language: string): Catalogue {
  const files = Object.entries(sources).filter(([file]) => file.startsWith(`./${language}/`));
  return Object.fromEntries(files.map(([file, code]) => [file.split("/")[2] ?? "", sourceTexts(file, code)]));
}

const LANGUAGES = [...new Set(Object.keys(sources).map((file) => file.split("/")[1] ?? ""))];
const english = catalogueOf("en");

test.each(LANGUAGES)("%s has every text, with the same parameters and all forms that the language has", (language) => {
  const catalogue = catalogueOf(language);

  expect(Object.keys(catalogue).length).toBeGreaterThan(20);
  expect(faults(language, catalogue, english)).toEqual([]);
});

test("every text is used somewhere", () => {
  const namespaces = import.meta.glob<object>("./en/*.ts", { import: "messages", eager: true });
  // Metadata is found by the page's path, also by the server.
  const names = Object.entries(namespaces).flatMap(([file, texts]) =>
    file === "./en/metadata.ts" ? [] : Object.keys(texts).map((key) => `${file.slice(5, -3)}.${key}`),
  );

  expect(unusedTexts(names, appCode())).toEqual([]);
});

test("English is spelled as in America, like the specification's own texts", () => {
  const texts = Object.values(english).flatMap((file) => Object.values(file));

  expect(texts.filter((text) => /neighbour|favourite|colour|programme|organise|recognise/i.test(text))).toEqual([]);
});

test.each(LANGUAGES.filter((one) => one !== "en"))(
  "%s calls Swiss wall time so, in summer as in winter",
  (language) => {
    const texts = Object.values(catalogueOf(language)).flatMap((file) => Object.values(file));

    expect(texts.filter((text) => /\b(MEZ|CET|HEC)\b/.test(text))).toEqual([]);
  },
);

test.each(LANGUAGES)(
  "%s says by the piece how much ironing is included, and by weight how much of the rest",
  (language) => {
    const catalogue = catalogueOf(language);

    for (const text of [
      catalogue["faq.json"]?.["faq.price.a"],
      catalogue["metadata.json"]?.["/services.description"],
    ]) {
      expect(text).toMatch(/\b10\s(pieces|Stück|pièces|capi)/);
      expect(text).toMatch(/\b10\skg/);
    }
  },
);

const ENGLISH = {
  "home.ts": {
    title: "Fresh laundry",
    found: "{count, plural, one {# provider} other {# providers}} near {city}",
    terms: "Read the <link>terms</link>",
  },
  "faq.json": { pay: "By card, through {product}." },
} as const satisfies Catalogue;

const FRENCH = {
  "home.ts": {
    title: "Du linge frais, c'est tout",
    found: "{count, plural, one {# prestataire} many {# de prestataires} other {# prestataires}} près de {city}",
    terms: "Lire les <link>conditions</link>",
  },
  "faq.json": { pay: "Par carte, chez {product}." },
} as const satisfies Catalogue;

test("a complete language has no faults", () => {
  expect(faults("en", ENGLISH, ENGLISH)).toEqual([]);
  expect(faults("fr", FRENCH, ENGLISH)).toEqual([]);
});

test.each([
  ["a missing text", { title: undefined }, "fr/home.ts title: is missing"],
  ["a text too many", { subtitle: "Du quartier" }, "fr/home.ts subtitle: English has no such text"],
  ["a parameter of another name", { title: "Du linge de {name}" }, 'fr/home.ts title: needs "name", and English ""'],
  [
    "a parameter behind an apostrophe, which hides it",
    { found: "{count, plural, one {#} many {#} other {#}} près d'{city}" },
    'fr/home.ts found: needs "count", and English "city, count"',
  ],
  [
    "an element that is not there",
    { terms: "Lire les conditions" },
    'fr/home.ts terms: needs "", and English "<link>"',
  ],
  [
    "a form that the language has",
    { found: "{count, plural, one {#} other {#}} {city}" },
    "fr/home.ts found: lacks the form for many",
  ],
  ["braces that do not close", { title: "Du linge {frais" }, /^fr\/home\.ts title: is no ICU message/],
  [
    "an apostrophe that would not be shown",
    { title: "C''est frais" },
    "fr/home.ts title: is not shown as it is written",
  ],
])("finds %s", (_, change, fault) => {
  const texts = Object.fromEntries(
    Object.entries<string | undefined>({ ...FRENCH["home.ts"], ...change }).filter(([, text]) => text !== undefined),
  ) as Record<string, string>;

  expect(faults("fr", { ...FRENCH, "home.ts": texts }, ENGLISH)).toEqual([
    typeof fault === "string" ? fault : (expect.stringMatching(fault) as string),
  ]);
});

test("finds a missing file, and a text that the server could not fill in", () => {
  expect(faults("fr", { "home.ts": FRENCH["home.ts"] }, ENGLISH)).toEqual(["fr/faq.json pay: is missing"]);
  const forms = "{product, select, other {Par carte.}}";
  expect(faults("fr", { ...FRENCH, "faq.json": { pay: forms } }, ENGLISH)).toEqual([
    "fr/faq.json pay: is not shown as it is written",
  ]);
});

test("finds a text that no source uses", () => {
  const code = 'error === "" ? "" : t("home.title"); t(`home.${state}.body`);';

  expect(unusedTexts(["home.title", "home.open.body", "home.open.title", "home.body"], code)).toEqual([
    "home.open.title",
    "home.body",
  ]);
});

test("a file of another shape is refused, and so is a text that is put together", () => {
  expect(() => sourceTexts("home.ts", "export const texts = {};")).toThrow("A namespace is a file that says");
  expect(() => sourceTexts("home.ts", 'export const messages = { "a": "b" + "c" } as const;')).toThrow(
    'The text of "a" is not one literal.',
  );
});
