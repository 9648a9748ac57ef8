import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import compile from "icu-minify/compile";
import { parseSync, type Plugin } from "vite";

/** A text in a file: the offsets of its literal in the source. */
type FoundText = { key: string; text: string; start: number; end: number };

const CATALOGUE = /\/src\/i18n\/[a-z]{2}\/\w+\.(ts|json)$/;

/** The object that a namespace's file exports as `messages`. */
function messagesIn(code: string): { key: string; value: unknown; start: number; end: number }[] {
  const { program, errors } = parseSync("messages.ts", code);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "VariableDeclaration") continue;
    const [declared] = statement.declaration.declarations;
    if (declared?.id.type !== "Identifier" || declared.id.name !== "messages") continue;
    const object = declared.init?.type === "TSAsExpression" ? declared.init.expression : declared.init;
    if (object?.type !== "ObjectExpression") break;
    return object.properties.flatMap((property) => {
      // A spread is a JSON data file, which is compiled on its own.
      if (property.type !== "Property") return [];
      const { key, value } = property;
      return [
        {
          key: key.type === "Literal" ? String(key.value) : "",
          value: value.type === "Literal" ? value.value : null,
          start: value.start,
          end: value.end,
        },
      ];
    });
  }
  throw new Error('A namespace is a file that says: export const messages = { "key": "text" } as const;');
}

function textsOfModule(code: string): FoundText[] {
  return messagesIn(code).map(({ key, value, start, end }) => {
    if (key === "" || typeof value !== "string") throw new Error(`The text of "${key}" is not one literal.`);
    return { key, text: value, start, end };
  });
}

/**
 * The source texts of a language's file, by key.
 *
 * @throws {Error} if the file is neither a namespace nor a flat JSON object of texts.
 */
export function sourceTexts(file: string, code: string): Record<string, string> {
  if (file.endsWith(".json")) return JSON.parse(code) as Record<string, string>;
  return Object.fromEntries(textsOfModule(code).map(({ key, text }) => [key, text]));
}

/** The compiled text as source code; errors name the key. */
function compiled(key: string, text: string): string {
  try {
    return JSON.stringify(compile(text));
  } catch (error) {
    throw new Error(`The text of "${key}" is no ICU message: ${text}`, { cause: error });
  }
}

/** Replaces each text of a file by its compiled form. */
function compileFile(file: string, code: string): string {
  if (file.endsWith(".json")) {
    const entries = Object.entries(sourceTexts(file, code));
    return `{${entries.map(([key, text]) => `${JSON.stringify(key)}:${compiled(key, text)}`).join(",")}}`;
  }
  // From the end, so that earlier offsets stay valid.
  return textsOfModule(code).reduceRight(
    (done, { key, text, start, end }) => done.slice(0, start) + compiled(key, text) + done.slice(end),
    code,
  );
}

/** Compiles the texts at build time, so that browsers need no ICU parser. An invalid message fails the build. */
export const compileMessages: Plugin = {
  name: "compile-messages",
  enforce: "pre",
  transform(code, id) {
    return CATALOGUE.test(id) ? { code: compileFile(id, code), map: null } : null;
  },
};

const FOLDER = path.resolve(import.meta.dirname, "../src/i18n");
const LANGUAGES = readdirSync(FOLDER).filter((name) => /^[a-z]{2}$/.test(name));
/** The first page's namespaces are one file: on a slow line three small ones would wait for each other. */
const FIRST = ["common", "home", "providers"];

/** The JSON files that a namespace spreads: `import faq from "./faq.json"` and `...faq`. */
function dataFilesOf(code: string): string[] {
  return [...code.matchAll(/^import \w+ from "\.\/(\w+\.json)";$/gm)].map(([, name]) => name ?? "");
}

/** The compiled texts of a namespace, by "namespace.key". */
function namespaceTexts(language: string, namespace: string): Record<string, unknown> {
  const read = (name: string): string => readFileSync(path.join(FOLDER, language, name), "utf8");
  const code = read(`${namespace}.ts`);
  const texts = dataFilesOf(code).reduce(
    (all, name) => ({ ...all, ...sourceTexts(name, read(name)) }),
    sourceTexts(`${namespace}.ts`, code),
  );
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${namespace}.${key}`, compile(text)]));
}

/** The text files of a language by name: one per namespace, and one for the first page's. */
function filesOf(language: string): Map<string, Record<string, unknown>> {
  const namespaces = readdirSync(path.join(FOLDER, language)).filter((name) => name.endsWith(".ts"));
  const files = new Map<string, Record<string, unknown>>();
  for (const namespace of namespaces.map((name) => name.slice(0, -3))) {
    const name = FIRST.includes(namespace) ? "first" : namespace;
    files.set(name, { ...files.get(name), ...namespaceTexts(language, namespace) });
  }
  return files;
}

/**
 * Emits one JSON file per namespace and language, so that nobody loads other languages, or a list of their files.
 * `define` passes hash and names to the app.
 */
export function serveMessages(): { plugin: Plugin; define: Record<string, string> } {
  const all = LANGUAGES.map((language) => ({ language, files: filesOf(language) }));
  const contents = JSON.stringify(all.map(({ language, files }) => [language, ...files]));
  const hash = createHash("sha256").update(contents).digest("base64url").slice(0, 8);
  const plugin: Plugin = {
    name: "serve-messages",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    generateBundle() {
      const known: Record<string, Record<string, string>> = {};
      for (const { language, files } of all) {
        const own: Record<string, string> = (known[language] = {});
        for (const [name, texts] of files) {
          const fileName = `assets/texts-${language}-${name}-${hash}.json`;
          this.emitFile({ type: "asset", fileName, source: JSON.stringify(texts) });
          for (const namespace of name === "first" ? FIRST : [name]) own[namespace] = fileName;
        }
      }
      // For the server, which preloads a page's texts.
      this.emitFile({ type: "asset", fileName: ".vite/texts.json", source: JSON.stringify(known) });
    },
  };
  return {
    plugin,
    define: {
      TEXTS_HASH: JSON.stringify(hash),
      TEXTS_OF_FIRST_PAGE: JSON.stringify(FIRST),
      TEXTS_FILES: JSON.stringify([...(all[0]?.files.keys() ?? [])]),
    },
  };
}
