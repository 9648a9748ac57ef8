import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, expect, test } from "vitest";

const frontend = fileURLToPath(new URL("..", import.meta.url));
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

/** The rules that a file below src/ breaks, in a project of its own with our configuration. */
async function broken(text: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "oxlint-"));
  folders.push(folder);
  await mkdir(path.join(folder, "src"));
  await copyFile(path.join(frontend, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"));
  await copyFile(path.join(frontend, "tsconfig.base.json"), path.join(folder, "tsconfig.base.json"));
  const config = {
    extends: "./tsconfig.base.json",
    compilerOptions: { jsx: "preserve" },
    include: ["src"],
  };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(path.join(folder, "src/page.tsx"), text);
  const oxlint = path.join(frontend, "node_modules/.bin/oxlint");
  const said = await new Promise<string>((resolve) => {
    execFile(oxlint, ["--format", "json"], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  return (JSON.parse(said) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
}

test.each([
  ["a promise that nobody waits for", "typescript(no-floating-promises)", "const f = async () => 1;\nf();"],
  [
    "a condition that is always true",
    "typescript(no-unnecessary-condition)",
    "export const f = (a: string[]) => !!a;\nexport const g = (a: object) => (a ? 1 : 2);",
  ],
  [
    "a case left out",
    "typescript(switch-exhaustiveness-check)",
    'export function f(a: "x" | "y"): number {\n  switch (a) {\n    case "x":\n      return 1;\n  }\n  return 2;\n}',
  ],
  [
    "a hook after a condition",
    "react-hooks(rules-of-hooks)",
    'import { useState } from "react";\nexport function Page(a: boolean) {\n  if (a) return null;\n  return useState(1);\n}',
  ],
  [
    "a hook in one case alone",
    "react-hooks(rules-of-hooks)",
    'import { useId } from "react";\nexport function useName(isNamed: boolean): string {\n  return isNamed ? useId() : "";\n}',
  ],
  [
    "chance while a page is drawn",
    "react(purity)",
    "export function Page() {\n  const size = Math.random();\n  return <p>{size}</p>;\n}",
  ],
  [
    "a component made while drawing",
    "react(static-components)",
    "export function Page() {\n  const Inner = () => <i />;\n  return <Inner />;\n}",
  ],
])("finds %s", async (_, rule, text) => {
  expect(await broken(text)).toContain(rule);
});
