import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  parse,
  type MessageFormatElement,
  type PluralElement,
} from "@formatjs/icu-messageformat-parser";

/** One language's source texts by file ("home.ts", "faq.json") and key. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The parameters and tags ("<link>") that a text needs. */
function needs(elements: readonly MessageFormatElement[]): string[] {
  const found = elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    if (isTagElement(element)) return [`<${element.value}>`, ...needs(element.children)];
    if (!isPluralElement(element) && !isSelectElement(element)) return [element.value];
    return [element.value, ...Object.values(element.options).flatMap(({ value }) => needs(value))];
  });
  return [...new Set(found)].sort();
}

function pluralsIn(elements: readonly MessageFormatElement[]): PluralElement[] {
  return elements.flatMap((element) => {
    if (isTagElement(element)) return pluralsIn(element.children);
    if (!isPluralElement(element) && !isSelectElement(element)) return [];
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsIn(value));
    return isPluralElement(element) ? [element, ...inner] : inner;
  });
}

/** Plural categories of the language that the text lacks. */
function missingForms(language: string, elements: readonly MessageFormatElement[]): string[] {
  return pluralsIn(elements).flatMap((plural) => {
    const type = plural.pluralType ?? "cardinal";
    return new Intl.PluralRules(language, { type })
      .resolvedOptions()
      .pluralCategories.filter((form) => !(form in plural.options));
  });
}

/** The text as the server renders it: it fills in {names}, and knows no other ICU syntax. */
function asServerReads(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((element) =>
      isLiteralElement(element) ? element.value : isArgumentElement(element) ? `{${element.value}}` : "",
    )
    .join("");
}

function faultsOfText(language: string, file: string, text: string, english: string): string[] {
  let elements: MessageFormatElement[];
  try {
    elements = parse(text);
  } catch (error) {
    return [`is no ICU message (${String(error)})`];
  }
  const needed = needs(elements).join(", ");
  const wanted = needs(parse(english)).join(", ");
  const forms = missingForms(language, elements).join(", ");
  const isRead = needed === "" || file.endsWith(".json");
  return [
    needed === wanted ? "" : `needs "${needed}", and English "${wanted}"`,
    forms === "" ? "" : `lacks the form for ${forms}`,
    isRead && asServerReads(elements) !== text ? "is not shown as it is written" : "",
  ].filter((fault) => fault !== "");
}

/** What is missing, superfluous or not renderable in a language, compared with English; empty if complete. */
export function faults(language: string, catalogue: Catalogue, english: Catalogue): string[] {
  const files = [...new Set([...Object.keys(english), ...Object.keys(catalogue)])];
  return files.flatMap((file) => {
    const [texts, wanted] = [catalogue[file] ?? {}, english[file] ?? {}];
    const keys = [...new Set([...Object.keys(wanted), ...Object.keys(texts)])];
    return keys.flatMap((key) => {
      const [text, original] = [texts[key], wanted[key]];
      const name = `${language}/${file} ${key}`;
      if (text === undefined) return [`${name}: is missing`];
      if (original === undefined) return [`${name}: English has no such text`];
      return faultsOfText(language, file, text, original).map((fault) => `${name}: ${fault}`);
    });
  });
}
