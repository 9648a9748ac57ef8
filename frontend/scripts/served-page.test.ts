import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import figures from "../src/i18n/figures.json" with { type: "json" };
import { asServed } from "./served-page.ts";

const page = readFileSync(new URL("../index.html", import.meta.url), "utf8");
const said = (name: string, html: string): string[] =>
  [...html.matchAll(new RegExp(`<meta name="${name}" content="([^"]*)"`, "g"))].map(([, content = ""]) =>
    content.replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  );

test("the page of development says what the server's page says", () => {
  const served =
    '<!doctype html><html lang="de" data-languages="en de"><head><meta name="application-name" content="Wäsche &amp; Co">' +
    '<meta name="figures" content="{&quot;en&quot;: {&quot;figureFee&quot;: &quot;3.00&quot;}}"></head><body></body></html>';

  const shown = asServed(page, served);

  expect(said("application-name", shown)).toEqual(["Wäsche & Co"]);
  expect(said("figures", shown)).toEqual(['{"en": {"figureFee": "3.00"}}']);
  expect(shown).toContain('<html data-languages="en de" lang="en">');
});

test("without a server it says the figures of the specification, which every text needs", () => {
  const shown = asServed(page, "");

  expect(said("application-name", shown)).toEqual(["Suuber"]);
  expect(said("figures", shown).map((text) => JSON.parse(text) as unknown)).toEqual([{ en: figures }]);
});
