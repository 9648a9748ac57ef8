export const messages = {
  "checkout.title": "Checkout",
} as const;
