import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const SOURCES = path.resolve(import.meta.dirname, "../src");
const IS_LEFT_OUT = /^(i18n\/[a-z]{2}|test)\/|\.test\.|schema\.gen/;

/** The source code of the app, without the texts themselves and without tests. */
export function appCode(): string {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !IS_LEFT_OUT.test(file))
    .map((file) => readFileSync(path.join(SOURCES, file), "utf8"))
    .join("\n");
}

/** Which of the texts ("home.title") neither a literal nor a template of the sources names; `steps.${status}` is one. */
export function unusedTexts(names: readonly string[], code: string): string[] {
  const literals = new Set([...code.matchAll(/"([\w.]+)"/g)].map(([, literal]) => literal));
  // What a template fills in is one word of the name.
  const templates = [...code.matchAll(/`(\w+\.[\w.]*\$\{[^`\n]*)`/g)].map(
    ([, template = ""]) => new RegExp(`^${template.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "\\w+")}$`),
  );
  return names.filter((name) => !literals.has(name) && !templates.some((template) => template.test(name)));
}
