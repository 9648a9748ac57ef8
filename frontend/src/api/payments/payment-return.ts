import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { compareAmounts, formatChf } from "@/lib/money";

/** A payment's outcome as a toast. */
export type PaymentToast = { title: string; description: string; variant: "default" | "destructive" };

/** Query parameters that Stripe adds when it redirects back from a payment or card setup. */
const RETURN_PARAMETERS = [
  "payment_intent",
  "payment_intent_client_secret",
  "setup_intent",
  "setup_intent_client_secret",
  "redirect_status",
  "source_type",
] as const;

/** True if Stripe redirected back from a payment. */
export function isPaymentReturn(query: URLSearchParams): boolean {
  return query.has("payment_intent") && query.has("redirect_status");
}

const SETUP_INTENT = /^seti_[A-Za-z0-9]+$/;

/** The SetupIntent id if Stripe redirected back from saving a card; else null. */
export function setupReturn(query: URLSearchParams): string | null {
  const named = query.get("setup_intent") ?? "";
  return query.has("redirect_status") && SETUP_INTENT.test(named) ? named : null;
}

/** The query without Stripe's parameters: the client secret must not stay in the address bar or the history. */
export function withoutPaymentReturn(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of RETURN_PARAMETERS) rest.delete(name);
  return rest;
}

/** True once the order was paid, even if refunded since. */
export function isPaid(order: Order): boolean {
  return order.paymentStatus !== "unpaid" && order.paymentStatus !== "failed";
}

/** True if a payment failed, and the order can still be paid. */
export function mayPayAgain(order: Order): boolean {
  return order.paymentStatus === "failed" && order.status !== "cancelled";
}

/** What to tell the customer after `settlePayment` (specification point 8); null if the server could not be reached. */
export function paymentToast(order: Order | null): PaymentToast {
  if (order === null) {
    return {
      title: t("payment.payment.successful"),
      description: t("payment.payment.processing.body"),
      variant: "default",
    };
  }
  if (mayPayAgain(order)) {
    return {
      title: t("payment.payment.failed"),
      description: t("payment.payment.failed.body"),
      variant: "destructive",
    };
  }
  if (order.status === "cancelled") {
    const { cancellationReason: reason, refundedAmount, totalAmount } = order;
    const amount = formatChf(compareAmounts(refundedAmount, "0") > 0 ? refundedAmount : totalAmount);
    const [title, money] = isPaid(order)
      ? [t("payment.payment.late"), t("payment.payment.late.body", { amount })]
      : [t("payment.payment.unpaid"), t("payment.payment.unpaid.body")];
    return { title, description: reason === null ? money : `${reason} ${money}`, variant: "destructive" };
  }
  if (!isPaid(order)) {
    return {
      title: t("payment.payment.processing"),
      description: t("payment.payment.processing.body"),
      variant: "default",
    };
  }
  const description = order.needsProviderAnswer
    ? t("payment.payment.successful.waiting")
    : t("payment.payment.successful.body");
  return { title: t("payment.payment.successful"), description, variant: "default" };
}
