import { call } from "@/api/http/client";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { draftName, forgetDrafts } from "@/lib/drafts";
import { compareAmounts, formatChf } from "@/lib/money";

/** How a payment ended, in the words for a toast. */
export type PaymentToast = { title: string; description: string; variant: "default" | "destructive" };

/** What Stripe adds to the return address after a payment, or the saving of a card, that left the page for a bank's. */
const RETURN_PARAMETERS = [
  "payment_intent",
  "payment_intent_client_secret",
  "setup_intent",
  "setup_intent_client_secret",
  "redirect_status",
  "source_type",
] as const;

/** True where a query says that the browser comes back from a payment. */
export function isPaymentReturn(query: URLSearchParams): boolean {
  return query.has("payment_intent") && query.has("redirect_status");
}

const SETUP_INTENT = /^seti_[A-Za-z0-9]+$/;

/** The card that a query says the browser comes back from saving, by its SetupIntent; null for any other query. */
export function setupReturn(query: URLSearchParams): string | null {
  const named = query.get("setup_intent") ?? "";
  return query.has("redirect_status") && SETUP_INTENT.test(named) ? named : null;
}

/** The same query without what Stripe added: the client secret does not belong into the address bar or the history. */
export function withoutPaymentReturn(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of RETURN_PARAMETERS) rest.delete(name);
  return rest;
}

/**
 * Has the server ask Stripe how the payment of an order stands; answers the order as it is then. Safe to repeat. What was
 * filled in for a paid order is not saved any longer.
 */
export async function settlePayment(orderId: string): Promise<Order> {
  const { data: order } = await call("post", "/api/orders/{order_id}/payment-return", { path: { order_id: orderId } });
  if (isPaid(order)) forgetDrafts(draftName.booking(order.providerId));
  return order;
}

/** True once the money of an order has arrived, whatever became of the order since. */
export function isPaid(order: Order): boolean {
  return order.paymentStatus !== "unpaid" && order.paymentStatus !== "failed";
}

/** What to tell the customer after `settlePayment` (specification point 8). */
export function paymentToast(order: Order): PaymentToast {
  if (order.paymentStatus === "failed") {
    return { title: t("paying.payment.failed"), description: t("paying.payment.failed.body"), variant: "destructive" };
  }
  if (order.status === "cancelled" && isPaid(order)) {
    const isKnown = compareAmounts(order.refundedAmount, "0") > 0;
    const amount = formatChf(isKnown ? order.refundedAmount : order.totalAmount);
    return {
      title: t("paying.payment.late"),
      description: t("paying.payment.late.body", { amount }),
      variant: "destructive",
    };
  }
  if (!isPaid(order)) {
    return {
      title: t("paying.payment.processing"),
      description: t("paying.payment.processing.body"),
      variant: "default",
    };
  }
  const description = order.needsProviderAnswer
    ? t("paying.payment.successful.waiting")
    : t("paying.payment.successful.body");
  return { title: t("paying.payment.successful"), description, variant: "default" };
}
