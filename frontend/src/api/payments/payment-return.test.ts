import { expect, test } from "vitest";

import { makeOrder, serve } from "@/test/server";

import { isPaymentReturn, paymentToast, withoutPaymentReturn } from "./payment-return";
import { settlePayment } from "./use-payment";

const query = new URLSearchParams(
  "tab=1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded",
);

test("knows a return from a payment by its query, and takes it out", () => {
  expect(isPaymentReturn(query)).toBe(true);
  expect(isPaymentReturn(new URLSearchParams("tab=1"))).toBe(false);
  expect(withoutPaymentReturn(query).toString()).toBe("tab=1");
});

test("asks the server how the payment stands", async () => {
  const order = makeOrder();
  const server = serve({ [`POST /api/orders/${order.id}/payment-return`]: { body: order } });

  expect(await settlePayment(order.id)).toEqual(order);
  expect(server.calls.at(-1)?.body).toBeUndefined();
});

test.each([
  [makeOrder(), "Payment Successful", "Your order has been confirmed!", "default"],
  [
    makeOrder({ status: "pending", needsProviderAnswer: true }),
    "Payment Successful",
    "Waiting for provider confirmation",
    "default",
  ],
  [
    makeOrder({ status: "pending", paymentStatus: "unpaid" }),
    "Payment Processing",
    "Your order is confirmed as soon as the payment has arrived.",
    "default",
  ],
  [
    makeOrder({ status: "pending", paymentStatus: "failed" }),
    "Payment Failed",
    "Nothing was charged. Please try again.",
    "destructive",
  ],
  ...(["unpaid", "failed"] as const).map(
    (paymentStatus) =>
      [
        makeOrder({
          status: "cancelled",
          cancellationReason: "The payment was not completed in time.",
          paymentStatus,
        }),
        "Order Cancelled",
        "The payment was not completed in time. Nothing was charged.",
        "destructive",
      ] as const,
  ),
  [
    makeOrder({
      status: "cancelled",
      cancellationReason: "The payment was not completed in time.",
      paymentStatus: "refunded",
      refundedAmount: "27.50",
    }),
    "Payment Refunded",
    "The payment was not completed in time. You get CHF 27.50 back.",
    "destructive",
  ],
  [
    makeOrder({ status: "cancelled", cancellationReason: "You cancelled this order.", paymentStatus: "paid" }),
    "Payment Refunded",
    "You cancelled this order. You get CHF 27.50 back.",
    "destructive",
  ],
] as const)("tells the customer what became of the payment (%#)", (order, title, description, variant) => {
  expect(paymentToast(order)).toEqual({ title, description, variant });
});
