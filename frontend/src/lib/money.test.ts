import { expect, test } from "vitest";

import {
  addAmounts,
  compareAmounts,
  formatChf,
  formatPlain,
  fromCents,
  multiplyAmount,
  subtractAmounts,
  toCents,
} from "./money";

test.each([
  ["27.50", 2750n],
  ["27.5", 2750n],
  ["7", 700n],
  ["0.05", 5n],
  ["-1.20", -120n],
  ["90071992547409.93", 9007199254740993n],
])("%s is %s cents", (amount, cents) => {
  expect(toCents(amount)).toBe(cents);
});

test.each(["", "abc", "1.234", "1,50", "1e3", "NaN", "0x10"])("refuses %j", (amount) => {
  expect(() => toCents(amount)).toThrow(RangeError);
});

test.each([
  [0n, "0.00"],
  [5n, "0.05"],
  [-5n, "-0.05"],
  [2750n, "27.50"],
])("writes %s cents as %s", (cents, amount) => {
  expect(fromCents(cents)).toBe(amount);
});

test("adds without the errors of floating point", () => {
  expect(addAmounts("0.10", "0.20")).toBe("0.30");
  expect(addAmounts("25", "17.50", "2.50")).toBe("45.00");
  expect(addAmounts()).toBe("0.00");
  expect(subtractAmounts("27.50", "30.00")).toBe("-2.50");
});

test.each([
  ["3.50", "0.5", "1.75"],
  ["3.50", "5.0", "17.50"],
  ["3.50", "0", "0.00"],
  ["0.05", "0.1", "0.01"],
  ["0.05", "-0.1", "-0.01"],
  ["25.00", "1", "25.00"],
])("%s times %s is %s", (amount, quantity, product) => {
  expect(multiplyAmount(amount, quantity)).toBe(product);
});

test("refuses a quantity that is not a decimal", () => {
  expect(() => multiplyAmount("3.50", "half")).toThrow(RangeError);
});

test("compares by value, not by text", () => {
  expect(compareAmounts("9.00", "10.00")).toBe(-1);
  expect(compareAmounts("10", "10.00")).toBe(0);
  expect(compareAmounts("10.01", "10.00")).toBe(1);
});

test("writes francs for people", () => {
  expect(formatChf("27.5")).toBe("CHF 27.50");
  expect(formatChf("1234567.5")).toBe("CHF 1’234’567.50");
  expect(formatChf("-2.50")).toBe("CHF -2.50");
  expect(formatPlain("1234.5")).toBe("1234.50");
});
