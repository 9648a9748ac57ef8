import { expect, test, vi } from "vitest";

import { oncePer } from "./once-per";

test("what was made for some arguments is given again for the same, and for no others", () => {
  const make = vi.fn(
    (locale: string, options: { style?: string }) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: options.style === "money" ? 2 : 0 }),
  );
  const formatFor = oncePer(make);

  const money = formatFor("en", { style: "money" });

  expect(formatFor("en", { style: "money" })).toBe(money);
  expect(make).toHaveBeenCalledTimes(1);
  expect(formatFor("en", {}).format(27.5)).toBe("27.5");
  expect(money.format(27.5)).toBe("27.50");
});
