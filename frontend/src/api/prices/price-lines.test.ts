import { afterEach, expect, test } from "vitest";

import { switchLanguage, type Language } from "@/i18n/i18n";
import { config } from "@/test/server";

import table from "../../../../orders/tests/price_lines.json";
import { priceWith } from "./add-on-prices";
import { addOnText, addOnsOf } from "./add-ons";

afterEach(() => switchLanguage("en"));

const OWN = ["base", "extra_weight", "platform_fee"];
const cases = table.flatMap((work) =>
  Object.entries(work.texts).map(([language, texts]) => ({ ...work, language: language as Language, texts })),
);

// The server's tests read the same table. Only how a service is written in capitals may differ.
test.each(cases)("$serviceType $weight is estimated in $language by the server's lines", async (work) => {
  await switchLanguage(work.language);
  const price = priceWith(config.prices, work.serviceType as "standard", work.weight, work.addOns);

  expect(price.lines.map(({ amount }) => amount)).toEqual(work.amounts);
  expect(price.totalAmount).toBe(work.totalAmount);
  price.lines.forEach((line, at) => {
    // The names of add-ons come with the price list, in the language of the request.
    if (OWN.includes(line.id)) {
      expect(addOnText(line).toLowerCase().replaceAll("\u00a0", " ")).toBe(work.texts[at]?.toLowerCase());
    }
  });
  expect(addOnsOf(price).map(({ id, quantity }) => [id, quantity])).toEqual(
    expect.arrayContaining(Object.entries(work.addOns)),
  );
});
