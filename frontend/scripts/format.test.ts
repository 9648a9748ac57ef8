import { check, resolveConfig } from "prettier";
import { expect, test } from "vitest";

test.each([
  ["const answer = 42;\n", true],
  ["const answer=42\n", false],
  [`const sum = ${Array.from({ length: 30 }, (_, number) => `part${number}`).join(" + ")};\n`, false],
])("a file has one form: %s", async (text, isFormatted) => {
  const filepath = new URL("../src/main.tsx", import.meta.url).pathname;

  expect(await check(text, { ...(await resolveConfig(filepath)), filepath })).toBe(isFormatted);
});
