import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { parseSync, type Plugin } from "vite";

const FRONTEND = path.resolve(import.meta.dirname, "..");
const LIST = path.join(FRONTEND, "src/app/routes.ts");
const FILE = path.join(FRONTEND, "src/app/routes.json");
const GUARD = "src/app/account-boundary.tsx";

type Literal = { source: string; properties: Map<string, Literal> };

/** The source of an expression, and of an object literal its properties. */
function literal(code: string, node: { type: string; start: number; end: number }): Literal {
  const { properties = [], expression } = node as {
    properties?: { key: { name?: string; value?: string }; value: typeof node }[];
    expression?: typeof node;
  };
  if (node.type === "TSSatisfiesExpression" && expression !== undefined) return literal(code, expression);
  const own =
    node.type === "ObjectExpression"
      ? properties.map(({ key, value }): [string, Literal] => [key.name ?? key.value ?? "", literal(code, value)])
      : [];
  return { source: code.slice(node.start, node.end), properties: new Map(own) };
}

/** The routes in `const declared = { … }`. */
function declaredIn(code: string): Map<string, Literal> {
  const { program, errors } = parseSync("routes.ts", code);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  const all = program.body.flatMap((statement) =>
    statement.type === "VariableDeclaration" ? statement.declarations : [],
  );
  const init = all.find(({ id }) => id.type === "Identifier" && id.name === "declared")?.init;
  const { properties } = init ? literal(code, init) : { properties: new Map<string, Literal>() };
  if (properties.size === 0) throw new Error('The list of routes is an object: const declared = { "/": { … } }.');
  return properties;
}

/** The source file that a page is imported from, as named in the build's manifest. */
function fileOf(source: string): string {
  const imported = /import\("([^"]+)"\)/.exec(source)?.[1] ?? "";
  const file = `${imported.startsWith("@/") ? imported.replace("@/", "src/") : path.posix.join("src/app", imported)}.tsx`;
  if (!existsSync(path.join(FRONTEND, file))) throw new Error(`There is no page ${file}.`);
  return file;
}

const listOf = (words: readonly string[]): string => `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;

/**
 * What the server and the service worker need to know about the routes: paths, which of them are in the sitemap, and
 * each page's chunks and texts to preload.
 *
 * @throws {Error} if the list cannot be parsed, or a page does not exist.
 */
export function routeFile(code = readFileSync(LIST, "utf8")): string {
  const declared = [...declaredIn(code)];
  const listed = declared.filter(([, { properties }]) => properties.has("isListed")).map(([route]) => route);
  const routes = declared.map(([route, { properties }]) => {
    const files = [fileOf(properties.get("page")?.source ?? ""), ...(properties.has("guard") ? [GUARD] : [])];
    const texts = JSON.parse(properties.get("texts")?.source ?? "") as string[];
    return `    ${JSON.stringify(route)}: { "code": ${listOf(files)}, "texts": ${listOf(texts)} }`;
  });
  return `{\n  "public": ${listOf(listed)},\n  "routes": {\n${routes.join(",\n")}\n  }\n}\n`;
}

/** Writes routes.json. It is committed, because the server's tests run without a build. */
export function writeRouteFile(): Plugin {
  return {
    name: "route-file",
    apply: () => process.env["VITEST"] === undefined,
    buildStart() {
      const content = routeFile();
      if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== content) writeFileSync(FILE, content);
    },
  };
}
