import { fileURLToPath } from "node:url";

import ts from "typescript";

/** A document in JSON-LD. */
export type Described = { "@type": string } & Record<string, unknown>;

const FILE = fileURLToPath(new URL("./described.ts", import.meta.url));
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/**
 * What is wrong with documents by schema.org's vocabulary: unknown types and properties, and values of a wrong type. The
 * vocabulary is the package schema-dts, so the TypeScript compiler is the validator; no file is written.
 */
export function vocabularyErrors(documents: readonly Described[]): string[] {
  const types = [...new Set(documents.map((document) => document["@type"]))];
  const lines = documents.map(
    (document, index) => `export const d${index}: WithContext<${document["@type"]}> = ${JSON.stringify(document)};`,
  );
  const source = [`import type { ${types.join(", ")}, WithContext } from "schema-dts";`, ...lines].join("\n");
  const files = ts.createCompilerHost(OPTIONS);
  const host: ts.CompilerHost = {
    ...files,
    fileExists: (name) => name === FILE || files.fileExists(name),
    getSourceFile: (name, ...more) =>
      name === FILE ? ts.createSourceFile(name, source, ts.ScriptTarget.ESNext) : files.getSourceFile(name, ...more),
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([FILE], OPTIONS, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
