import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { makeOrder } from "@/test/server";

import { OrderPrice } from "./order-price";

const rows = (): (string | null)[] =>
  screen.getAllByRole("term").map((name) => `${name.textContent} ${String(name.nextElementSibling?.textContent)}`);

const COATS = { id: "coat", name: "Dry cleaning: coat", quantity: 2, amount: "50.00" } as const;
const order = makeOrder({ serviceAmount: "75.00", totalAmount: "77.50", addOns: [COATS] });

test("a price is shown by the server's lines, with the amount of the service under its own", () => {
  render(<OrderPrice order={order} />);

  expect(rows()).toEqual([
    "Standard wash and fold, 10 kg CHF 25.00",
    "2 × Dry cleaning: coat CHF 50.00",
    "Service amount CHF 75.00",
    "Platform fee CHF 2.50",
    "Total CHF 77.50",
  ]);
});

test("an order that an older version of the app kept, without lines, is still shown", () => {
  const { addOns, serviceAmount, platformFee, totalAmount } = order;
  render(<OrderPrice order={{ addOns, serviceAmount, platformFee, totalAmount }} />);

  expect(rows()).toEqual([
    "2 × Dry cleaning: coat CHF 50.00",
    "Service amount CHF 75.00",
    "Platform fee CHF 2.50",
    "Total CHF 77.50",
  ]);
});
