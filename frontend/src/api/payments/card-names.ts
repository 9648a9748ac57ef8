import type { PaymentMethod } from "@/api/types";

// Proper names, not translated.
const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** "Mastercard" for Stripe's "mastercard"; an unknown brand is capitalised. */
export function brandOf({ brand }: PaymentMethod): string {
  return BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** "Visa •••• 4242", for display. */
export function shortName(card: PaymentMethod): string {
  return `${brandOf(card)} •••• ${card.last4}`;
}

/** "08/27", as printed on the card. */
export function expiryOf({ expMonth, expYear }: PaymentMethod): string {
  return `${expMonth.toString().padStart(2, "0")}/${(expYear % 100).toString().padStart(2, "0")}`;
}
