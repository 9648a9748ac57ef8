import { expect, test } from "vitest";

import { amountLabel, amountText, workText } from "./amount";

test.each([
  ["standard", "10.0", "Weight", "10 kg", "Standard wash and fold, 10 kg"],
  ["premium", "12.5", "Weight", "12.5 kg", "Premium care, 12.5 kg"],
  ["ironing", "10.0", "Pieces", "Up to 10 pieces", "Ironing only, up to 10 pieces"],
  ["ironing", "10.5", "Pieces", "About 12 pieces", "Ironing only, about 12 pieces"],
  ["ironing", "15.0", "Pieces", "About 30 pieces", "Ironing only, about 30 pieces"],
] as const)("of %s, %s kg are said as people count them", (serviceType, weight, label, amount, work) => {
  expect([amountLabel(serviceType), amountText({ serviceType, weight }), workText({ serviceType, weight })]).toEqual([
    label,
    amount,
    work,
  ]);
});
