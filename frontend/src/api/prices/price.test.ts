import { expect, test } from "vitest";

import { config } from "@/test/server";

import { priceOf, trimmed } from "./price";

test.each([
  ["standard", "10.0", { base: "25.00", extraKg: null, extra: "0.00", fee: "2.50", total: "27.50" }],
  ["premium", "10.0", { base: "30.00", extraKg: null, extra: "0.00", fee: "2.50", total: "32.50" }],
  ["ironing", "10.0", { base: "7.00", extraKg: null, extra: "0.00", fee: "2.50", total: "9.50" }],
  ["standard", "10.5", { base: "25.00", extraKg: "0.5", extra: "1.75", fee: "2.50", total: "29.25" }],
  ["standard", "12.5", { base: "25.00", extraKg: "2.5", extra: "8.75", fee: "2.50", total: "36.25" }],
  ["premium", "15.0", { base: "30.00", extraKg: "5", extra: "17.50", fee: "2.50", total: "50.00" }],
] as const)("prices %s at %s kg", (service, weight, lines) => {
  expect(priceOf(config.prices, service, weight)).toEqual(lines);
});

test.each([
  ["10.0", "10"],
  ["10", "10"],
  ["12.5", "12.5"],
  ["2.50", "2.5"],
  ["0.00", "0"],
])("writes %s as %s", (decimal, text) => {
  expect(trimmed(decimal)).toBe(text);
});
